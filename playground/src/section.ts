// A section of the page with a form: each time that it changes, PostgreSQL is asked, and the newest answer shown.
import { find, showProblem } from './dom'
import { Fields, type Field } from './fields'
import type { Runs } from './runs'

export abstract class Section<Answer> {
  protected readonly fields: Fields
  private asked = 0

  constructor(
    protected readonly runs: Runs,
    private readonly name: string,
    html: string,
    prefix: string,
    fields: readonly Field[],
  ) {
    find(name).innerHTML = html
    this.fields = new Fields(find<HTMLFormElement>(`${name} form`), prefix, fields, () => void this.ask())
  }

  async ask(): Promise<void> {
    if (!this.runs.isLive) return
    this.asked += 1
    const asked = this.asked
    let problem = ''
    let answer: Answer | undefined
    try {
      answer = await this.answer()
    } catch (error) {
      problem = (error as Error).message
    }
    if (asked !== this.asked) return
    showProblem(`${this.name} .problem`, problem)
    this.show(answer)
  }

  /** Shows no answer that is on its way. */
  protected cancel(): void {
    this.asked += 1
  }

  /** Keeps what the form says in the address. */
  keep(): void {
    this.fields.keep()
  }

  protected abstract answer(): Promise<Answer>
  /** Shows an answer, or that there is none. */
  protected abstract show(answer: Answer | undefined): void
}

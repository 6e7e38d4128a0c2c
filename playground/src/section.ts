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
    try {
      const answer = await this.answer()
      if (asked === this.asked) this.show(answer)
    } catch (error) {
      problem = (error as Error).message
    }
    if (asked === this.asked) showProblem(`${this.name} .problem`, problem)
  }

  protected abstract answer(): Promise<Answer>
  protected abstract show(answer: Answer): void
}

// A section of the page with a form: each time that it changes, PostgreSQL is asked, and the newest answer shown.
import { find, setText, showProblem } from './dom'
import { Fields, type Field } from './fields'
import type { Row } from './messages'
import type { Runs } from './runs'

export abstract class Section<Answer> {
  protected readonly fields: Fields
  private asked = 0

  constructor(
    protected readonly runs: Runs,
    private readonly name: string,
    prefix: string,
    fields: readonly Field[],
  ) {
    this.fields = new Fields(find<HTMLFormElement>(`${name} form`), prefix, fields, (field) => this.changed(field))
  }

  protected changed(_name: string): void {
    void this.ask()
  }

  async ask(): Promise<void> {
    this.asked += 1
    const asked = this.asked
    let problem = ''
    let answer: Answer | undefined
    try {
      answer = await this.answer()
    } catch (error) {
      problem = this.explain((error as Error).message)
    }
    if (asked !== this.asked) return
    this.wait('')
    showProblem(`${this.name} .problem`, problem)
    this.show(answer)
  }

  /** Asks PostgreSQL, and says how far it is if it has to start first. */
  protected query(sql: string): Promise<Row[]> {
    return this.runs.query(sql, (share, doing) =>
      this.wait(`PostgreSQL starts: ${doing}, ${Math.round(100 * share)} %`),
    )
  }

  private wait(text: string): void {
    setText(find(`${this.name} .waiting`), text)
  }

  /** Shows no answer that is on its way. */
  protected cancel(): void {
    this.asked += 1
    this.wait('')
  }

  /** An error of PostgreSQL's, in the words of the form. */
  protected explain(message: string): string {
    return message
  }

  protected abstract answer(): Promise<Answer>
  /** Shows an answer, or that there is none. */
  protected abstract show(answer: Answer | undefined): void
}

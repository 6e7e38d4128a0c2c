/** What PostgreSQL's files have in all, compressed. */
declare const POSTGRES_BYTES: number

declare module '*.sql?script' {
  const text: string
  export default text
}

/** What was asked and answered when the page was built. */
declare module 'first-answer' {
  const first: { sql: string; rows: import('./messages').Row[] }
  export default first
}

/** The end of each chapter's recording, by its name: packed as a recording of one frame, in base64. */
declare module 'ends' {
  const ends: Record<string, string>
  export default ends
}

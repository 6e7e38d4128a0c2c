/** What PostgreSQL's files have in all. */
declare const POSTGRES_BYTES: number

declare module '*.sql?script' {
  const text: string
  export default text
}

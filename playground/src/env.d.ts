/** What PostgreSQL's files have in all, compressed. */
declare const POSTGRES_BYTES: number

declare module '*.sql?script' {
  const text: string
  export default text
}

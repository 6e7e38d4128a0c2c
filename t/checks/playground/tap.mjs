// Prints checks in TAP, the format of PostgreSQL's own tests.
let failures = 0
let number = 0

/** Prints whether something is right, and what was found. */
export function check(isRight, what, found = '') {
  number += 1
  if (!isRight) failures += 1
  console.log(`${isRight ? 'ok' : 'not ok'} ${number} - ${what}${found === '' ? '' : `: ${found}`}`)
}

/** Prints how many checks there were. If one has failed, so does the process. */
export function sumUp() {
  console.log(`1..${number}`)
  if (failures) console.log(`# ${failures} of ${number} checks failed`)
  process.exitCode = failures ? 1 : 0
}

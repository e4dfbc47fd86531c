/**
 * Ends a check: each problem on a line of its own, or one line that says what was looked at.
 *
 * @param {readonly string[]} problems
 * @param {string} success
 */
export function report(problems, success) {
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(success)
  else process.exitCode = 1
}

/** @param {readonly string[]} problems @param {string} success */
export function report(problems, success) {
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(success)
  else process.exitCode = 1
}

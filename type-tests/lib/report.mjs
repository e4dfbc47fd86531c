/** Counts checks, prints those that failed and, at the end, one line of totals. */
export function createReport() {
  let passed = 0
  let failed = 0
  return {
    check(condition, message) {
      if (condition) passed++
      else {
        failed++
        console.error(message)
      }
    },
    finish() {
      console.log(`${passed} passed, ${failed} failed`)
      process.exitCode = failed === 0 ? 0 : 1
    },
  }
}

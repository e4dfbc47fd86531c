/** @param {readonly unknown[]} errors */
const firstLine = ([error]) =>
  (error instanceof Object && 'message' in error ? String(error.message) : String(error)).split('\n', 1)[0]

/** Errors outside of tests: of loading the file, and of hooks. @param {import('vitest/node').TestModule} file */
const errorsOf = (file) => [file, ...file.children.allSuites()].flatMap((suite) => suite.errors())

/** `npm test` reads the counts in the last line. Another reporter prints the complete errors. */
export default class {
  /** @param {import('vitest/node').TestModule} file */
  onTestModuleEnd(file) {
    const tests = [...file.children.allTests()]
    const seconds = (file.diagnostic().duration / 1000).toFixed(1)
    console.log(`${file.state().padEnd(7)} ${file.relativeModuleId}: ${tests.length} tests, ${seconds} s`)
    for (const test of tests) {
      const { state, errors = [] } = test.result()
      if (state === 'skipped') console.log(`skipped: ${test.fullName}`)
      if (state === 'failed')
        console.log(`failed: ${file.relativeModuleId}: ${test.fullName}: ${firstLine(errors)}`)
    }
  }

  /** @param {readonly import('vitest/node').TestModule[]} files @param {readonly unknown[]} errors outside of every test */
  onTestRunEnd(files, errors) {
    const states = files.flatMap((file) => [...file.children.allTests()].map((test) => test.result().state))
    const count = (/** @type {string} */ state) => states.filter((each) => each === state).length
    // A file itself fails if it cannot be loaded or a hook throws.
    const broken = files.filter(
      (file) => file.state() === 'failed' && ![...file.children.allTests('failed')].length,
    )
    for (const file of broken) console.log(`failed: ${file.relativeModuleId}: ${firstLine(errorsOf(file))}`)
    if (errors.length > 0) console.log(`failed: outside of every test: ${firstLine(errors)}`)
    const failed = count('failed') + broken.length + errors.length
    console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
  }
}

/*
 * The test runner of StrykerJS for Vitest. It also fails for test files that cannot be loaded, which
 * StrykerJS ignores, because no test in them fails.
 */
const runner = new URL('node_modules/@stryker-mutator/vitest-runner/dist/src/', import.meta.url)
const { VitestTestRunner } = await import(new URL('vitest-test-runner.js', runner).href)
export const { strykerPlugins, strykerValidationSchema } = await import(new URL('index.js', runner).href)

const { run } = VitestTestRunner.prototype
VitestTestRunner.prototype.run = async function (/** @type {unknown[]} */ ...args) {
  const result = await run.apply(this, args)
  const unloaded = this.ctx.state
    .getFiles()
    .find((/** @type {any} */ file) => file.result?.state === 'fail' && file.tasks.length === 0)
  if (!unloaded || !result.tests) return result
  const failureMessage = unloaded.result.errors?.[0]?.message ?? 'The file cannot be loaded.'
  const failed = { id: unloaded.name, name: unloaded.name, timeSpentMs: 0, status: 1, failureMessage }
  return { ...result, tests: [...result.tests, failed] }
}

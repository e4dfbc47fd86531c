import { type File, startTests, type Task, type VitestRunner } from '@vitest/runner'

/** The result of a run: the names of failed tests with their errors, and the number of the other tests. */
interface Outcome {
  passed: number
  skipped: number
  failures: string[]
}

/**
 * Runs test files, each given as a function that loads it, with Vitest's own runner, and prints what failed and a
 * last line of counts.
 *
 * @returns whether all passed
 */
export async function runFiles(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<boolean> {
  const runner: VitestRunner = {
    config: {
      root: '/',
      passWithNoTests: false,
      allowOnly: false,
      sequence: { shuffle: false, concurrent: false, seed: 0, hooks: 'stack', setupFiles: 'list' },
      chaiConfig: undefined,
      maxConcurrency: 1,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      retry: 0,
      includeTaskLocation: false,
      setupFiles: [],
      testNamePattern: undefined,
      tags: [],
      tagsFilter: undefined,
      strictTags: false,
    } as unknown as VitestRunner['config'],
    importFile: (path) => files[path.replace(/^.*?(?=test\/)/, '')]?.() ?? Promise.reject(new Error(path)),
  }
  const outcome: Outcome = { passed: 0, skipped: 0, failures: [] }
  // Runs one file after the other, so that a runtime never loads the tests of more than one file.
  for (const path of Object.keys(files)) {
    for (const file of await startTests([path], runner)) count(file, outcome)
  }
  const { passed, skipped, failures } = outcome
  for (const failure of failures) console.log(`FAILED ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  return passed > 0 && failures.length === 0
}

function count(file: File, outcome: Outcome): void {
  const failed = (name: string, task: Task): void => {
    const messages = task.result?.errors?.map(({ message, diff }) =>
      [message, diff].filter(Boolean).join('\n'),
    )
    outcome.failures.push(`${name}\n${messages?.join('\n') ?? ''}`)
  }
  const visit = (task: Task, name: string): void => {
    if (task.type === 'suite') {
      if (task.result?.errors?.length) failed(name, task)
      for (const child of task.tasks) visit(child, `${name} > ${child.name}`)
      return
    }
    const state = task.result?.state
    if (state === 'pass') outcome.passed += 1
    else if (state === 'fail') failed(name, task)
    else outcome.skipped += 1
  }
  if (file.result?.errors?.length) failed(file.name, file)
  for (const task of file.tasks) visit(task, `${file.name} > ${task.name}`)
}

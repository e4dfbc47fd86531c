import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { resultFile } from '../../scripts/lib/results.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

function npmTest(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}

test('an option that npm test does not have is one line', () => {
  const { status, stderr } = npmTest(['--fats'])
  expect(status).toBe(1)
  expect(stderr).toBe(
    "Unknown option '--fats'. The options are --fast and --long; names of steps run these only.\n",
  )
})

function step(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['scripts/step.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}

function outcome(name: string): unknown {
  const file = resultFile(name)
  onTestFinished(() => rmSync(file, { force: true }))
  return JSON.parse(readFileSync(file, 'utf8'))
}

test('a browser that CHROMIUM_PATH names and that does not exist is a failure, not a skipped suite', () => {
  const { status, stdout } = step(['wrong browser', '--browser', '--', '-e', '0'], {
    CHROMIUM_PATH: '/nowhere/chromium',
    CI: '',
  })
  expect(status).toBe(1)
  expect(stdout).toContain('CHROMIUM_PATH names /nowhere/chromium, which does not exist')
  expect(outcome('wrong browser')).toMatchObject({ passed: 0, failed: 1, skipped: [] })
})

test('a step that fails says so, with its output', () => {
  const { status, stdout } = step(['failing', '--', '-e', 'console.log("why"); process.exit(3)'])
  expect(status).toBe(1)
  expect(stdout).toBe('why\n')
  expect(outcome('failing')).toMatchObject({ passed: 0, failed: 1 })
})

test.skipIf(process.platform === 'win32')(
  'a step that takes too long ends with all its processes',
  async () => {
    // The process of the step starts another, as a suite starts a server.
    const program = `
    const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    require('node:fs').writeFileSync(process.argv[1], String(pid))
    setInterval(() => {}, 1000)`
    const folder = mkdtempSync(path.join(tmpdir(), 'authwright-step-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'pid')
    const child = spawn(
      process.execPath,
      ['scripts/step.mjs', 'slow', '--minutes', '0.05', '--', '-e', program, file],
      {
        cwd: root,
        detached: true,
        stdio: 'ignore',
      },
    )
    await once(child, 'close')
    expect(outcome('slow')).toMatchObject({ passed: 0, failed: 1 })
    const pid = Number(readFileSync(file, 'utf8'))
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32')('a program ends with the process that runs it', async () => {
  const run = pathToFileURL(path.join(root, 'scripts/lib/run.mjs')).href
  const program = `
    import { runNode } from '${run}'
    const result = runNode(['-e', 'setInterval(() => {}, 1000)'])
    console.log('started')
    console.log(await result)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (text.includes('started')) child.kill('SIGINT')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGINT')
  expect(output).toBe('started\n')
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

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

test('a browser that is named and not there is a failure, not a gap', () => {
  const { status, stdout } = npmTest(['end to end'], { CHROMIUM_PATH: '/nowhere/chromium', CI: '' })
  expect(status).toBe(1)
  expect(stdout).toContain('CHROMIUM_PATH names /nowhere/chromium, which does not exist')
  expect(stdout).toMatch(/\n0 passed, 1 failed\n$/)
})

test.skipIf(process.platform === 'win32')('Ctrl-C ends what runs, and calls nothing failed', async () => {
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
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
  expect(output).toBe('started\n')
})

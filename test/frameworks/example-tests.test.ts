/** The tests of the examples and of the guide, which use the test kit alone, with the package as it would be published. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { findBrowser } from '../../scripts/lib/programs.mjs'
import { npm, runNode } from '../../scripts/lib/run.mjs'
import { packTarball } from '../../scripts/lib/tarball.mjs'
import { freePorts } from '../e2e/support/processes.js'
import { installMajor } from './support/install-major.js'

const folder = path.resolve('temp/example-tests')
const vitest = path.resolve('node_modules/vitest/vitest.mjs')

/**
 * Installs the package for all examples. Other packages are those of the repository, but for Hono and Playwright, which it does not use. npm would look up
 * every optional peer of the package.
 */
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { file } = await packTarball(folder)
  const { dependencies } = JSON.parse(readFileSync('examples/hono-workers/package.json', 'utf8'))
  const versions = { hono: dependencies.hono, '@playwright/test': '1.65.1' }
  await install(folder, { authwright: `file:${file}`, ...versions })
})

async function install(cwd: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(cwd, { recursive: true })
  writeFileSync(
    path.join(cwd, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  )
  const { code, output } = await npm(
    ['install', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund'],
    { cwd },
  )
  if (code !== 0) throw new Error(`npm install failed:\n${output}`)
}

function copyExample(name: string, copy = path.join(folder, name)): string {
  cpSync(path.resolve('examples', name), copy, {
    recursive: true,
    filter: (file) => !/[\\/](node_modules|build|[.](env|next|svelte-kit|output|vinxi|wrangler))$/.test(file),
  })
  return copy
}

test.each(['hono-workers', 'next', 'solid-start', 'sveltekit'])(
  'the tests of the example %s pass',
  async (name) => {
    const copy = copyExample(name)
    const { code, output } = await runNode([vitest, 'run', '--no-color'], {
      cwd: copy,
      env: { NODE_ENV: 'test' },
    })
    expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
    expect(code).toBe(0)
  },
)

test('the tests of the example next pass with Next.js 15', { timeout: 600_000 }, async () => {
  const { folder: next15 } = await installMajor('next', 15)
  const copy = path.join(next15, 'example-tests')
  rmSync(copy, { recursive: true, force: true })
  copyExample('next', copy)
  const { code, output } = await runNode([vitest, 'run', '--no-color'], {
    cwd: copy,
    env: { NODE_ENV: 'test' },
  })
  expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
  expect(code).toBe(0)
})

test('the tests of the examples pass in jsdom', { timeout: 600_000 }, async () => {
  // Vitest resolves its environments from where it is installed.
  const withEnvironment = path.join(folder, 'jsdom')
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  await install(withEnvironment, { vitest: devDependencies.vitest, jsdom: '26.1.0' })
  const own = path.join(withEnvironment, 'node_modules/vitest/vitest.mjs')
  for (const name of ['hono-workers', 'next', 'solid-start']) {
    const copy = copyExample(name, path.join(withEnvironment, name))
    writeFileSync(
      path.join(copy, 'tests/document.test.ts'),
      "import { expect, test } from 'vitest'\ntest('there is a document', () => expect(document.title).toBe(''))",
    )
    const { code, output } = await runNode([own, 'run', '--no-color', '--environment', 'jsdom'], {
      cwd: copy,
      env: { NODE_ENV: 'test' },
    })
    expect(output).toMatch(/Tests +\d+ passed [(]\d+[)]/)
    expect(code).toBe(0)
  }
})

test('the tests of the guide pass', async () => {
  const copy = copyExample('sveltekit', path.join(folder, 'guide'))
  rmSync(path.join(copy, 'tests'), { recursive: true })
  const guide = readFileSync('docs/guides/testing.md', 'utf8')
  const blocks = codeBlocks(guide).filter(({ titled }) => titled)
  for (const { file, code } of blocks) {
    mkdirSync(path.dirname(path.join(copy, 'guide', file)), { recursive: true })
    writeFileSync(path.join(copy, 'guide', file), code)
  }
  // Cypress is a program that npm downloads from elsewhere. Its plugin function and its command are called without it: what they pass to each
  // other is JSON.
  const [, command = ''] = /```js\n\/\/ cypress\/support\/commands[.]js\n(.*?)```/s.exec(guide) ?? []
  mkdirSync(path.join(copy, 'guide/cypress/support'), { recursive: true })
  writeFileSync(path.join(copy, 'guide/cypress/support/commands.js'), command)
  writeFileSync(
    path.join(copy, 'guide/cypress.test.ts'),
    `
      import { expect, test } from 'vitest'
      import { auth } from './auth'
      import config from './cypress.config'
      test('the command of Cypress sets the cookies of a signed-in user, with the options of cy.setCookie()', async () => {
        const asJson = (value) => JSON.parse(JSON.stringify(value))
        const [tasks, commands, cookies] = [{}, {}, []]
        config.e2e.setupNodeEvents((event, handlers) => Object.assign(tasks, event === 'task' && handlers))
        globalThis.Cypress = { Commands: { add: (name, run) => Object.assign(commands, { [name]: run }) } }
        let done
        globalThis.cy = {
          task: (name, argument) => ({
            then(run) {
              done = tasks[name](asJson(argument)).then((result) => {
                expect(asJson(result)).toStrictEqual(result)
                run(asJson(result))
              })
            },
          }),
          setCookie: (name, value, options) => cookies.push({ name, value, ...options }),
        }
        await import('./cypress/support/commands.js')
        commands.signIn({ name: 'Ada', role: 'admin' })
        await done
        expect(cookies).toContainEqual({
          name: 'authwright.session-token',
          value: expect.any(String),
          domain: 'localhost',
          path: '/',
          expiry: expect.any(Number),
          hostOnly: true,
          httpOnly: true,
          secure: false,
          sameSite: 'lax',
        })
        const cookie = cookies.map(({ name, value }) => name + '=' + value).join('; ')
        const session = await auth.auth(new Request('http://localhost:3000/', { headers: { cookie } }))
        expect(session).toMatchObject({ user: { name: 'Ada' }, role: 'admin' })
      })
    `,
  )
  const { code, output } = await runNode([vitest, 'run', '--no-color'], {
    cwd: copy,
    env: { NODE_ENV: 'test' },
  })
  const files = blocks.filter(({ file }) => file.endsWith('.test.ts')).length + 1
  expect(output).toMatch(new RegExp(`Test Files +${files} passed [(]${files}[)]`))
  expect(code).toBe(0)
})

test.each(['jwt', 'database'])(
  'tests of Playwright start signed in, in a browser, with the strategy %s',
  { timeout: 180_000 },
  async (strategy) => {
    const copy = path.join(folder, 'playwright')
    cpSync(path.resolve('test/frameworks/playwright'), copy, { recursive: true })
    const [port] = await freePorts(1)
    const env: NodeJS.ProcessEnv = {
      AUTH_SECRET: 'only for tests: thirty-two characters',
      CHROMIUM_PATH: findBrowser(),
      DATABASE: path.join(folder, `${strategy}.db`),
      NODE_ENV: 'test',
      SITE_URL: `http://localhost:${port}`,
      STRATEGY: strategy,
    }
    const playwright = path.join(folder, 'node_modules/@playwright/test/cli.js')
    const { code, output } = await runNode([playwright, 'test'], { cwd: copy, env })
    expect(output).toMatch(/ 6 passed/)
    expect(code).toBe(0)
  },
)

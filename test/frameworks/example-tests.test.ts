/** The tests of the examples and of the guide, which use the test kit alone, with the package as it would be published. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { findBrowser } from '../../scripts/lib/programs.mjs'
import { npm, runNode } from '../../scripts/lib/run.mjs'
import { packTarball } from '../../scripts/lib/tarball.mjs'
import { freePorts } from '../e2e/support/processes.js'

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
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { authwright: `file:${file}`, ...versions },
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  const { code, output } = await npm(
    ['install', '--legacy-peer-deps', '--no-package-lock', '--no-audit', '--no-fund'],
    {
      cwd: folder,
    },
  )
  if (code !== 0) throw new Error(`npm install failed:\n${output}`)
})

function copyExample(name: string, as = name): string {
  const copy = path.join(folder, as)
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

test('the tests of the guide pass', async () => {
  const copy = copyExample('sveltekit', 'guide')
  rmSync(path.join(copy, 'tests'), { recursive: true })
  const blocks = codeBlocks(readFileSync('docs/guides/testing.md', 'utf8')).filter(({ titled }) => titled)
  for (const { file, code } of blocks) {
    mkdirSync(path.dirname(path.join(copy, 'guide', file)), { recursive: true })
    writeFileSync(path.join(copy, 'guide', file), code)
  }
  const { code, output } = await runNode([vitest, 'run', '--no-color'], {
    cwd: copy,
    env: { NODE_ENV: 'test' },
  })
  const files = blocks.filter(({ file }) => file.endsWith('.test.ts'))
  expect(output).toMatch(new RegExp(`Test Files +${files.length} passed [(]${files.length}[)]`))
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

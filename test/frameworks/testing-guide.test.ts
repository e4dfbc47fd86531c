/**
 * The blocks of docs/guides/testing.md, in the files that they name, with the package as it would be published. A block of a framework is in a copy of
 * its example.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/lib/programs.mjs'
import { run, runNode } from '../../scripts/lib/run.mjs'
import { freePorts } from '../e2e/support/processes.js'
import { type Installed, installMajor, installOther, pathWith } from './support/install-major.js'
import { copyPackages, installPacked } from './support/packed-package.js'

const folder = path.resolve('temp/testing-guide')
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const guide = readFileSync('docs/guides/testing.md', 'utf8')

const exampleOf = (name: string) => JSON.parse(readFileSync(`examples/${name}/package.json`, 'utf8'))

beforeAll(() =>
  installPacked(folder, {
    '@babel/preset-typescript': '7.29.7',
    '@playwright/test': '1.65.1',
    express: exampleOf('express').dependencies.express,
    hono: exampleOf('hono-workers').dependencies.hono,
    jest: '30.5.2',
    'jest-environment-jsdom': '30.5.2',
    'jest-fixed-jsdom': '0.0.11',
    supertest: '7.3.2',
    tsx: exampleOf('express').devDependencies.tsx,
  }),
)

interface Block {
  readonly file: string
  readonly code: string
}

/** The blocks with a title, which is the name of their file. A free port replaces their port. */
function blocks(port = 3000): readonly Block[] {
  return [...guide.matchAll(/^```\w+ title=(\S+)\n(.*?)^```$/gms)].map(([, file = '', code = '']) => ({
    file,
    code: code.replaceAll('3000', String(port)),
  }))
}

function writeBlocks(application: string, written: readonly Block[]): void {
  for (const { file, code } of written) {
    mkdirSync(path.dirname(path.join(application, file)), { recursive: true })
    writeFileSync(path.join(application, file), code)
  }
}

interface Framework {
  /** The name of its example, and of the folder of its blocks. */
  readonly name: string
  /** The name of its row in the guide. */
  readonly title: string
  install(): Promise<Installed>
}

const ofRepository = async () => ({ folder, node: process.execPath })
const frameworks: readonly Framework[] = [
  { name: 'next', title: 'Next.js', install: ofRepository },
  { name: 'sveltekit', title: 'SvelteKit', install: ofRepository },
  { name: 'solid-start', title: 'SolidStart', install: () => packed(installMajor('solid-start', 1)) },
  { name: 'react-router', title: 'React Router', install: () => packed(installOther()) },
  { name: 'astro', title: 'Astro', install: () => packed(installOther()) },
  { name: 'tanstack-start', title: 'TanStack Start', install: () => packed(installOther()) },
  { name: 'nuxt', title: 'Nuxt', install: () => packed(installOther()) },
]

/** The packages of a framework, with the package and Playwright of `folder`. */
async function packed(installing: Promise<Installed>): Promise<Installed> {
  const installed = await installing
  copyPackages(folder, installed.folder, ['authwright', '@playwright/test', 'playwright', 'playwright-core'])
  return installed
}

/** The row of the table for Playwright: where `auth` is, if the table names it, and the script `dev`. */
function rowOf({ title }: Framework, port: number): { readonly auth?: string; readonly dev: string } {
  const [, auth, dev] =
    guide.match(new RegExp(`^[|] ${title} [|] (?:\`(.+)\`|.+) [|] \`(.+)\` [|]$`, 'm')) ?? []
  if (dev === undefined) throw new Error(`The guide has no row for ${title}.`)
  return { ...(auth !== undefined && { auth }), dev: dev.replace('3000', String(port)) }
}

const blocksOf = (framework: string, port?: number) =>
  blocks(port).flatMap(({ file, code }) =>
    file.startsWith(`${framework}/`) ? [{ file: file.slice(framework.length + 1), code }] : [],
  )
const otherBlocks = (port?: number) =>
  blocks(port).filter(({ file }) => !frameworks.some(({ name }) => file.startsWith(`${name}/`)))

/** An application without a framework. */
function writePlain(name: string, port?: number): string {
  const application = path.join(folder, name)
  writeBlocks(application, otherBlocks(port))
  return application
}

const generated =
  /[\\/](node_modules|dist|build|tests|vitest[.]config[.]ts|[.](astro|env|next|nuxt|output|react-router|svelte-kit|vinxi))$/

/**
 * Copies the example of a framework into a folder of `parent`, and adds the framework's blocks of the guide and those
 * for Playwright. Returns the folder.
 */
function writeFramework(framework: Framework, parent: string, port = 3000): string {
  const { name } = framework
  const application = path.join(parent, `guide-${name}`)
  rmSync(application, { recursive: true, force: true })
  cpSync(path.resolve('examples', name), application, {
    recursive: true,
    filter: (file) => !generated.test(file),
  })
  const { auth = '../auth' } = rowOf(framework, port)
  const shared = otherBlocks(port)
    .filter(({ file }) => /^(e2e[/]|(playwright|vitest)[.]config)/.test(file))
    .map(({ file, code }) => ({ file, code: code.replace("'../auth'", `'${auth}'`) }))
    // The guide says above the table which `url` SolidStart needs.
    .map(({ file, code }) => ({
      file,
      code: name === 'solid-start' ? code.replace(/(url: '.+)[/]account'/, "$1'") : code,
    }))
  const written = [...shared, ...blocksOf(name, port)]
  // A file in JavaScript takes the place of the same file in TypeScript.
  for (const { file } of written)
    rmSync(path.join(application, file.replace(/[.]js(x?)$/, '.ts$1')), { force: true })
  writeBlocks(application, written)
  return application
}

async function runVitest(cwd: string, node: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run(node, [vitest, 'run', '--no-color', '--testTimeout=60000', ...args], {
    cwd,
    env: { NODE_ENV: 'test' },
  })
  expect(code, output).toBe(0)
  return output
}

test('every code block of the testing guide is used in a tested application', () => {
  const fences = [...guide.matchAll(/^```(\w.*)$/gm)].map(([, info]) => info)
  expect(fences.filter((info) => !/^\w+ title=\S+$/.test(info ?? ''))).toEqual([])
  expect(blocks()).toHaveLength(fences.length)
})

test('the tests of the guide for Vitest, Hono, Express and Cypress pass', { timeout: 180_000 }, async () => {
  const application = writePlain('vitest')
  cpSync(path.resolve('test/frameworks/testing-guide'), application, { recursive: true })
  const output = await runVitest(application, process.execPath, '--exclude', '{e2e,jest}/**')
  const files = otherBlocks().filter(({ file }) => /^[\w-]+[.]test[.][jt]s$/.test(file)).length + 1
  expect(output).toMatch(new RegExp(`Test Files +${files} passed [(]${files}[)]`))
})

test.each([[[]], [['--config', 'jest.jsdom.config.js']]])(
  'the tests of the guide for Jest pass as ES modules: jest %j',
  { timeout: 180_000 },
  async (args) => {
    const application = writePlain('es-modules')
    const jest = path.join(folder, 'node_modules/jest/bin/jest.js')
    const { code, output } = await runNode(
      ['--experimental-vm-modules', jest, '--testTimeout=60000', ...args, 'jest/'],
      {
        cwd: application,
        env: { NODE_ENV: 'test' },
      },
    )
    expect(output).toMatch(/Tests: +2 passed, 2 total/)
    expect(code).toBe(0)
  },
)

test('the tests of the guide for `next/jest` and Next.js pass', { timeout: 300_000 }, async () => {
  const application = path.join(folder, 'next-jest')
  const files = ['jest.next.config.js', 'next.config.mjs', 'jest/secret.js', 'jest/matchers.js']
  const configuration = otherBlocks().filter(({ file }) => files.includes(file))
  expect(configuration).toHaveLength(files.length)
  const tests = blocksOf('next').map(({ file, code }) => ({
    file,
    code: code.replace("from 'vitest'", "from '@jest/globals'"),
  }))
  writeBlocks(application, [...configuration, ...tests])
  const jest = path.join(folder, 'node_modules/jest/bin/jest.js')
  const { code, output } = await runNode(
    [jest, '--testTimeout=60000', '--config', 'jest.next.config.js', 'tests/'],
    { cwd: application, env: { NODE_ENV: 'test' } },
  )
  expect(output).toMatch(/Tests: +3 passed, 3 total/)
  expect(code).toBe(0)
})

test.each(frameworks)('the tests of the guide for $name pass', { timeout: 600_000 }, async (framework) => {
  const { name } = framework
  const { folder: parent, node } = await framework.install()
  const application = writeFramework(framework, parent)
  if (name === 'nuxt') {
    const { code, output } = await run(
      node,
      [path.join(parent, 'node_modules/nuxt/bin/nuxt.mjs'), 'prepare'],
      {
        cwd: application,
      },
    )
    expect(code, output).toBe(0)
  }
  const output = await runVitest(application, node, '--dir', 'tests')
  const files = blocksOf(name).filter(({ file }) => /^tests[/].+[.]test[.]\w+$/.test(file)).length
  expect(output).toMatch(new RegExp(`Test Files +${files} passed [(]${files}[)]`))
})

describe('the tests of the guide for Playwright pass in a browser', () => {
  test.each(['server.ts', 'hono-server.js', 'express-server.js'])(
    'the tests of the guide for Playwright pass with %s',
    { timeout: 600_000 },
    async (file) => {
      const application = writePlain(`playwright-${file}`, await freePort())
      await runPlaywright(application, process.execPath, { dev: `tsx ${file}` })
    },
  )

  test.each(frameworks)(
    'the tests of the guide for Playwright pass with the development server of $name',
    { timeout: 600_000 },
    async (framework) => {
      const port = await freePort()
      const { folder: parent, node } = await framework.install()
      const application = writeFramework(framework, parent, port)
      if (framework.name === 'next') {
        // The packages of the repository are above the folder.
        const root = JSON.stringify(path.resolve('.'))
        writeFileSync(
          path.join(application, 'next.config.ts'),
          `export default { turbopack: { root: ${root} } }`,
        )
      }
      await runPlaywright(application, node, { dev: rowOf(framework, port).dev, port })
    },
  )
})

async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('No port is free.')
  return port
}

/** Runs the tests with the configuration of the guide, in the browser that is installed. */
async function runPlaywright(
  application: string,
  node: string,
  { dev, port }: { readonly dev: string; readonly port?: number },
): Promise<void> {
  // Keeps the dependencies, because the bundler uses them to choose the packages that it compiles.
  const manifest = path.join(application, 'package.json')
  const { dependencies = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  const scripts = { dev }
  writeFileSync(manifest, JSON.stringify({ private: true, type: 'module', scripts, dependencies }))
  writeFileSync(
    path.join(application, 'installed-browser.config.js'),
    `
      import config from './playwright.config.js'
      export default {
        ...config,
        reporter: 'list',
        timeout: 120_000,
        expect: { timeout: 60_000 },
        use: { ...config.use, launchOptions: { executablePath: ${JSON.stringify(findBrowser())} } },
        webServer: { ...config.webServer, timeout: 300_000 },
      }
    `,
  )
  const playwright = path.join(application, '../node_modules/@playwright/test/cli.js')
  const { code, output } = await run(node, [playwright, 'test', '--config', 'installed-browser.config.js'], {
    cwd: application,
    env: {
      NODE_ENV: 'development',
      PATH: pathWith(node),
      // With this variable, the development server of Astro serves no routes.
      VITEST: undefined,
      ...(port !== undefined && { PORT: String(port) }),
    },
  })
  expect(output).toMatch(/ 2 passed/)
  expect(code).toBe(0)
}

/**
 * Tests with the packed package: no application can use the test kit in production, and no bundle contains
 * it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { runNode } from '../../scripts/lib/run.mjs'
import { installPacked } from './support/packed-package.js'

const folder = path.resolve('temp/packed-kit')
const packed = path.join(folder, 'node_modules/authwright')
const bin = (name: string) => path.resolve('node_modules', name)

beforeAll(async () => {
  const { dependencies } = JSON.parse(readFileSync('examples/hono-workers/package.json', 'utf8'))
  await installPacked(folder, { hono: dependencies.hono })
})

test.each(['testing', 'testing/playwright', 'testing/vitest'])(
  'authwright/%s of the packed package works if NODE_ENV is test, and throws if NODE_ENV is production',
  async (entry) => {
    const program = `
      import * as kit from 'authwright/${entry}'
      const calls = Object.entries({ ...kit, ...kit.authMatchers, ...(kit.VirtualAuthenticator && { attach: kit.VirtualAuthenticator.attach }) })
        .filter(([name, call]) => typeof call === 'function' && name !== 'VirtualAuthenticator')
      for (const [name, call] of calls) {
        const error = await (async () => call({}))().catch((error) => error)
        console.log(name, String(error?.message).includes('NODE_ENV is \`production\`') ? 'refused' : 'ran')
      }
    `
    const callsIn = async (NODE_ENV: 'production' | 'test') => {
      const run = await runNode(['--input-type=module', '--eval', program], {
        cwd: folder,
        env: { NODE_ENV },
      })
      return run.output.match(/\w+ (?:refused|ran)$/gm)
    }
    const inProduction = await callsIn('production')
    expect(inProduction?.filter((call) => !call.endsWith('refused'))).toEqual([])
    expect(await callsIn('test')).toEqual(inProduction?.map((call) => call.replace('refused', 'ran')))
  },
)

test('no other entry point of the packed package imports the test kit', async () => {
  const { exports } = JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8'))
  const files = Object.entries<Record<string, string> | string>(exports).flatMap(([name, targets]) =>
    /^[.][/]testing|[*]|components/.test(name) || typeof targets === 'string'
      ? []
      : (targets['default'] ?? []),
  )
  const providers = readdirSync(path.join(packed, 'dist/providers')).filter((file) => file.endsWith('.js'))
  const entryPoints = [...files, ...providers.map((file) => `./dist/providers/${file}`)]
  expect(entryPoints.length).toBeGreaterThan(100)
  expect(await kitIn(entryPoints)).toEqual([])
  expect(await kitIn(['./dist/testing.js'])).not.toEqual([])
})

/** Part of a message in the test kit, which minification leaves in a bundle. */
const refusal = 'signs in users without a password or provider'
const sentences = [
  'The sign-in started no session',
  'This is not the result of `.build()`. Pass',
  'WebAuthn.addVirtualAuthenticator',
  'toSetSessionCookie() takes a',
]

/** The messages of the kit in the scripts below a folder. */
function sentencesIn(output: string): readonly string[] {
  const scripts = readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.][cm]?js$/.test(name))
    .map((name) => readFileSync(path.join(output, name), 'utf8'))
  expect(scripts.length).toBeGreaterThan(0)
  return [refusal, ...sentences].filter((sentence) => scripts.some((script) => script.includes(sentence)))
}

/** The modules of the package that some entry points load, and that have code of the kit. */
async function kitIn(entryPoints: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: packed,
    bundle: true,
    entryPoints: [...entryPoints],
    external: ['*.svelte'],
    format: 'esm',
    metafile: true,
    outdir: 'bundle',
    packages: 'external',
    platform: 'node',
    write: false,
  })
  return Object.keys(metafile.inputs).filter((file) =>
    readFileSync(path.join(packed, file), 'utf8').includes('// src/testing/'),
  )
}

function copyExample(name: string): string {
  const copy = path.join(folder, name)
  cpSync(path.resolve('examples', name), copy, {
    recursive: true,
    filter: (file) => !/[\\/](node_modules|build|[.](env|next|svelte-kit|wrangler))$/.test(file),
  })
  return copy
}

async function runBuild(cwd: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runNode(args, { cwd, env: { NODE_ENV: 'production' } })
  expect(code, output).toBe(0)
}

test('the messages that identify the test kit in bundles are in the packed package', () => {
  expect(sentencesIn(path.join(packed, 'dist'))).toEqual([refusal, ...sentences])
})

test('a bundle of the example sveltekit contains no code of the test kit', { timeout: 300_000 }, async () => {
  const copy = copyExample('sveltekit')
  await runBuild(copy, bin('vite/bin/vite.js'), 'build')
  expect(sentencesIn(path.join(copy, '.svelte-kit/output'))).toEqual([])
})

test('a bundle of the example next contains no code of the test kit', { timeout: 600_000 }, async () => {
  const copy = copyExample('next')
  const config = `export default { turbopack: { root: ${JSON.stringify(path.resolve('.'))} } }`
  writeFileSync(path.join(copy, 'next.config.ts'), config)
  await runBuild(copy, bin('next/dist/bin/next'), 'build')
  expect(sentencesIn(path.join(copy, '.next/server'))).toEqual([])
  expect(sentencesIn(path.join(copy, '.next/static'))).toEqual([])
})

test('a bundle of the example hono-workers contains no code of the test kit', async () => {
  const copy = copyExample('hono-workers')
  await build({
    absWorkingDir: copy,
    bundle: true,
    conditions: ['workerd', 'worker'],
    entryPoints: ['src/index.ts'],
    external: ['node:*', 'cloudflare:*'],
    format: 'esm',
    minify: true,
    outdir: 'output',
  })
  expect(sentencesIn(path.join(copy, 'output'))).toEqual([])
})

test('in a production bundle, the functions of the test kit only throw', async () => {
  const mistaken = path.join(folder, 'mistaken')
  mkdirSync(mistaken, { recursive: true })
  const entries = ['testing', 'testing/playwright', 'testing/vitest']
  const imports = entries.map((name, index) => `import * as kit${index} from 'authwright/${name}'`)
  writeFileSync(
    path.join(mistaken, 'server.js'),
    `${imports.join('\n')}\nconsole.log(kit0, kit1, kit2)\nkit0.testAuth({})`,
  )
  writeFileSync(path.join(mistaken, 'vite.config.js'), 'export default { ssr: { noExternal: true } }')
  await runBuild(mistaken, bin('vite/bin/vite.js'), 'build', '--ssr', 'server.js')
  expect(sentencesIn(path.join(mistaken, 'dist'))).toEqual([refusal])
  const started = await runNode(['dist/server.js'], { cwd: mistaken, env: { NODE_ENV: 'test' } })
  expect(started.output).toContain(refusal)
})

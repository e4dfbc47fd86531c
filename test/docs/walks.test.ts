/*
 * docs/contributing/walks.md lists files in the order of their first call. The source is bundled with a record of
 * calls at the start of each function, and each walk is run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import MagicString from 'magic-string'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { sourcesOfImports } from '../runtimes/sources-of-imports.mjs'
import { SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

/** The entry points of the package that the walks use. */
const entry = `
  export { createAuth, customFetch } from './src/index.ts'
  export { memory } from './src/adapters/memory.ts'
  export { oidc } from './src/providers/oidc.ts'
  export { github } from './src/providers/github.ts'
`

/** Adds a call of `called` at the start of each function with a body. */
function withRecord(file: string): string {
  const code = readFileSync(path.join(root, file), 'utf8')
  const edited = new MagicString(code)
  const record = `globalThis.called?.(${JSON.stringify(file)});`
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const body = node.body as ts.Node
      if (ts.isBlock(body)) edited.appendRight(body.getStart() + 1, record)
      else {
        edited.appendRight(body.getStart(), `(${record.slice(0, -1)},(`)
        edited.appendLeft(body.getEnd(), '))')
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true))
  return edited.toString()
}

type Package = Pick<typeof import('../../src/index.js'), 'createAuth' | 'customFetch'> &
  Pick<typeof import('../../src/adapters/memory.js'), 'memory'> &
  Pick<typeof import('../../src/providers/oidc.js'), 'oidc'> &
  Pick<typeof import('../../src/providers/github.js'), 'github'>

let folder: string
let recorded: Package
beforeAll(async () => {
  folder = mkdtempSync(path.join(root, 'node_modules/.walks-'))
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    plugins: [
      sourcesOfImports(['node']),
      {
        name: 'record of calls',
        setup({ onLoad }) {
          onLoad({ filter: /[/\\]src[/\\].*[.]ts$/ }, ({ path: file }) => ({
            contents: withRecord(path.relative(root, file).split(path.sep).join('/')),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  recorded = await import(pathToFileURL(path.join(folder, 'stdin.mjs')).href)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The files that `run` calls, in the order of their first call. */
async function filesCalledBy(run: () => unknown): Promise<readonly string[]> {
  const files = new Set<string>()
  const global = globalThis as { called?: (file: string) => void }
  global.called = (file) => files.add(file)
  try {
    await run()
  } finally {
    delete global.called
  }
  return [...files]
}

/** The file of each row, without files of earlier rows. */
function rowsOf(heading: string): readonly string[] {
  const page = readFileSync(path.join(root, 'docs/contributing/walks.md'), 'utf8')
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]?.matchAll(/^\| \d+ \| \[([^\]]+)\]/gm) ?? []
  return [...new Set([...rows].map(([, file = '']) => file))]
}

function inOrder(rows: readonly string[], called: readonly string[]): readonly string[] {
  return called.filter((file) => rows.includes(file))
}

function instance(idp: IdentityProvider, adapter?: ReturnType<Package['memory']>) {
  const { createAuth, customFetch, oidc } = recorded
  const provider = oidc({
    id: 'acme',
    name: 'Acme',
    issuer: idp.issuer,
    clientId: 'client',
    clientSecret: 's-e_c.r*et',
    [customFetch]: (url: string, init: RequestInit) => idp.fetch(url, init),
  })
  const options = { secret: SECRET, trustHost: true }
  return adapter
    ? createAuth({ ...options, adapter, providers: [provider] }).build()
    : createAuth({ ...options, providers: [provider] }).build()
}

async function signIn(browser: Browser, idp: IdentityProvider): Promise<URL> {
  return idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
}

test('the walk "A session is read" lists files in the order of their first call', async () => {
  const idp = await IdentityProvider.start()
  const browser = new Browser(instance(idp).handler)
  const callback = await signIn(browser, idp)
  await browser.send(callback.pathname + callback.search)
  const { handler } = instance(idp)
  const other = new Browser(handler, browser.origin, browser.jar)
  const rows = rowsOf('A session is read')
  const first = await filesCalledBy(() => other.session())
  const later = await filesCalledBy(() => other.session())
  const ofLater = rows.slice(0, rows.indexOf('src/runtime/core/app.ts'))
  const onlyOfFirst = rows.slice(ofLater.length)
  expect(inOrder(ofLater, later)).toEqual(ofLater)
  expect(inOrder(onlyOfFirst, first)).toEqual(onlyOfFirst)
})

test('the walk "An OAuth callback" lists files in the order of their first call', async () => {
  const idp = await IdentityProvider.start()
  const adapter = recorded.memory()
  const browser = new Browser(instance(idp, adapter).handler)
  const first = await signIn(browser, idp)
  await browser.send(first.pathname + first.search)
  const again = new Browser(instance(idp, adapter).handler, browser.origin, browser.jar)
  const callback = await signIn(again, idp)
  const rows = rowsOf('An OAuth callback')
  const called = await filesCalledBy(() => again.send(callback.pathname + callback.search))
  expect(inOrder(rows, called)).toEqual(rows)
})

test('the walk ".provider(github())" lists files in the order of their first call', async () => {
  const rows = rowsOf('`.provider(github())`')
  const called = await filesCalledBy(() => recorded.createAuth().provider(recorded.github()).build())
  expect(inOrder(rows, called)).toEqual(rows)
})

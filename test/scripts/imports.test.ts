import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'

// Each case starts dependency-cruiser once or twice.
vi.setConfig({ testTimeout: 120_000 })

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'authwright-imports-'))
  mkdirSync(path.join(folder, 'cli'))
  writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "module": "nodenext" } }')
  const manifest = { type: 'module', dependencies: { jose: '*' }, devDependencies: { zod: '*' } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The rules that a source tree breaks, each as `rule: from → to`. Names are paths from `src`. */
function broken(files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, 'src', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const rules = path.join(root, '.dependency-cruiser.mjs')
  const args = [tool, 'src', 'cli', '--config', rules, '--output-type', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  const { violations } = JSON.parse(stdout).summary
  return violations.map(({ rule, from, to }: { rule: { name: string }; from: string; to: string }) => {
    return `${rule.name}: ${from} → ${to}`
  })
}

const runtime = { 'runtime/interpret.ts': 'export interface Instance { a: 1 }\nexport const interpret = 1' }

test('modules below the runtime import nothing from the runtime, not even types', () => {
  const layers = [
    ['adapters/contract.ts', 'adapter-contract-points-down'],
    ['adapters/memory.ts', 'adapters-point-down'],
    ['builder/chain.ts', 'builder-without-runtime'],
    ['builder/auth-spec.ts', 'spec-is-between-builder-and-runtime'],
    ['errors.ts', 'errors-stand-alone'],
    ['model/user.ts', 'model-stands-alone'],
    ['options/pages-options.ts', 'options-point-down'],
    ['providers/github.ts', 'providers-point-down'],
    ['providers/kinds/oauth.ts', 'provider-kinds-point-down'],
  ] as const
  const files = layers.map(([name]) => {
    const up = name.includes('/') ? path.posix.relative(path.posix.dirname(name), '.') : '.'
    return [name, `import type { Instance } from '${up}/runtime/interpret.js'\nexport type Mine = Instance`]
  })
  const found = broken({ ...runtime, ...Object.fromEntries(files) })
  for (const [name, rule] of layers) {
    expect(found).toContain(`${rule}: src/${name} → src/runtime/interpret.ts`)
  }
})

test('the runtime imports contracts and the spec, but no provider, adapter or builder chain', () => {
  const targets = [
    'builder/auth-spec',
    'builder/chain',
    'adapters/contract',
    'adapters/memory',
    'providers/kinds/oauth',
    'providers/github',
  ]
  const files = Object.fromEntries(targets.map((name) => [`${name}.ts`, 'export const a = 1']))
  const imports = targets.map((name, index) => `export { a as a${index} } from '../${name}.js'`).join('\n')
  expect(broken({ ...files, 'runtime/interpret.ts': imports })).toEqual([
    'runtime-without-builder: src/runtime/interpret.ts → src/adapters/memory.ts',
    'runtime-without-builder: src/runtime/interpret.ts → src/builder/chain.ts',
    'runtime-without-builder: src/runtime/interpret.ts → src/providers/github.ts',
  ])
})

test('browser code imports only types', () => {
  const client = "import type { Instance } from '../runtime/interpret.js'\nexport type Mine = Instance"
  expect(broken({ ...runtime, 'client/react.ts': client })).toEqual([])
  const carrying = "import { interpret } from '../runtime/interpret.js'\nexport const mine = interpret"
  expect(broken({ 'client/react.ts': carrying })).toEqual([
    'client-imports-types-only: src/client/react.ts → src/runtime/interpret.ts',
  ])
})

test('modules of frameworks import from the runtime only the module `port`', () => {
  const shell = (name: string) => `export { ${name} } from '../../runtime/${name}.js'`
  const found = broken({
    'runtime/interpret.ts': 'export const interpret = 1',
    'runtime/port.ts': 'export const port = 1',
    'frameworks/next/interpret.ts': shell('interpret'),
    'frameworks/next/port.ts': shell('port'),
    'node/interpret.ts': "export { interpret } from '../runtime/interpret.js'",
    'web-auth.ts': "export { interpret } from './runtime/interpret.js'",
  })
  expect(found).toEqual([
    'frameworks-are-a-shell: src/frameworks/next/interpret.ts → src/runtime/interpret.ts',
    'node-points-down: src/node/interpret.ts → src/runtime/interpret.ts',
    'web-entry-uses-the-port: src/web-auth.ts → src/runtime/interpret.ts',
  ])
})

test('code for every runtime imports no modules of Node.js', () => {
  const source = "import { readFile } from 'node:fs/promises'\nexport const read = readFile"
  expect(broken({ 'runtime/read.ts': source, 'adapters/sqlite.ts': source })).toEqual([
    'web-standards-only: src/runtime/read.ts → fs/promises',
  ])
})

test('src does not import the command line, and the command line imports only shared modules of src', () => {
  const found = broken({
    '../cli/main.ts': "export { isWeak } from '../src/runtime/core/config/secret-strength.js'",
    '../cli/providers.ts': "export { github } from '../src/providers/github.js'\nexport { z } from 'zod'",
    'providers/github.ts': 'export const github = 1',
    'runtime/core/config/secret-strength.ts': 'export const isWeak = 1',
    'runtime/port.ts': "export { isWeak } from '../../cli/main.js'",
  })
  expect(found).toEqual([
    'command-line-is-apart: src/runtime/port.ts → cli/main.ts',
    'command-line-loads-no-server: cli/providers.ts → src/providers/github.ts',
  ])
})

test('dependency cycles and imports of undeclared packages are reported', () => {
  expect(
    broken({
      'runtime/a.ts': "export { b } from './b.js'\nexport const c = 1",
      'runtime/b.ts': "export { c as b } from './a.js'",
      'runtime/zod.ts': "export { z } from 'zod'",
      'runtime/jose.ts': "export { SignJWT } from 'jose'",
    }),
  ).toEqual([
    'no-cycle: src/runtime/a.ts → src/runtime/b.ts',
    expect.stringContaining('only-declared-packages: src/runtime/zod.ts'),
  ])
})

test('the core imports no feature, and a feature imports only the features that it extends', () => {
  const found = broken({
    'runtime/core/login.ts': "import type { Code } from '../features/email/code.js'\nexport type Mine = Code",
    'runtime/features/email/code.ts': "export type Code = 1\nexport { page } from '../pages/page.js'",
    'runtime/features/pages/page.ts':
      "import type { Flow } from '../oauth/flow.js'\nexport const page = 1 as Flow",
    'runtime/features/oauth/flow.ts':
      "import type { Guard } from '../../api/guard.js'\nexport type Flow = 1 & Guard",
    'runtime/api/guard.ts': 'export type Guard = 1',
  })
  expect(found.sort()).toEqual([
    'core-points-down: src/runtime/core/login.ts → src/runtime/features/email/code.ts',
    'feature-pages: src/runtime/features/pages/page.ts → src/runtime/features/oauth/flow.ts',
    'features-points-down: src/runtime/features/oauth/flow.ts → src/runtime/api/guard.ts',
  ])
})

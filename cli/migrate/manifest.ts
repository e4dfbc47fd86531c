import { readFile } from 'node:fs/promises'
import { packageFiles } from '../package-files.js'
import { adapterPackages } from './compat-names.js'
import type { Sources } from './sources.js'
import { specifiersOf } from './syntax.js'

const replacedPackages = [
  'next-auth',
  '@auth/sveltekit',
  '@auth/solid-start',
  '@solid-auth/base',
  '@auth/core',
] as const

const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

type Manifest = Partial<Record<(typeof lists)[number], Record<string, string>>> & {
  readonly overrides?: object
  readonly resolutions?: object
  readonly pnpm?: { readonly overrides?: object }
}

export async function changeManifest(sources: Sources): Promise<void> {
  const before = sources.read('package.json') ?? '{}'
  const { version } = JSON.parse(await readFile(packageFiles.manifest, 'utf8')) as { version: string }
  const imported = importedPackages(sources)
  const manifest = JSON.parse(before) as Manifest
  const original = JSON.stringify(manifest)
  for (const name of replacedPackages) {
    if (!imported.has(name)) replace(manifest, name, 'authwright', `^${version}`)
  }
  for (const [old, current] of Object.entries(adapterPackages)) {
    const [, name = '', range = ''] = current.match(/^(.+)@([^@]+)$/) ?? []
    replace(manifest, old, name, range)
  }
  if (imported.has('@auth/core')) add(manifest, '@auth/core', '^0.41.0')
  // If every replaced package is still imported, no entry was replaced, so Authwright needs a new entry.
  if (imported.has('authwright')) add(manifest, 'authwright', `^${version}`)
  if (JSON.stringify(manifest) === original) return
  sources.write('package.json', formatLike(before, manifest))
  sources.notes.add('package.json has changed: install its packages before anything else.')
  const { overrides, resolutions, pnpm } = manifest
  const fixed = Object.keys({ ...overrides, ...resolutions, ...pnpm?.overrides })
  const unused = fixed.filter((key) => replacedPackages.some((name) => key === name && !imported.has(name)))
  if (unused.length > 0)
    sources.notes.add(
      `overrides or resolutions of package.json contain ${unused.join(', ')}: remove ${unused.length === 1 ? 'this entry' : 'these entries'}.`,
    )
}

function replace(manifest: Manifest, old: string, name: string, range: string): void {
  for (const list of lists) {
    const packages = manifest[list]
    if (packages?.[old] === undefined) continue
    // Packages list their peer dependencies among the development dependencies, too.
    const sameKind = lists.filter((each) => (each === 'peerDependencies') === (list === 'peerDependencies'))
    const isListed = sameKind.some((each) => manifest[each]?.[name] !== undefined)
    manifest[list] = Object.fromEntries(
      Object.entries(packages).flatMap((entry) =>
        entry[0] !== old ? [entry] : isListed ? [] : [[name, range] as const],
      ),
    )
  }
}

function add(manifest: Manifest, name: string, range: string): void {
  if (lists.some((list) => manifest[list]?.[name] !== undefined)) return
  manifest.dependencies = { [name]: range, ...manifest.dependencies }
}

function formatLike(before: string, manifest: Manifest): string {
  const indent = before.match(/^([^\S\r\n]+)\S/m)?.[1] ?? '  '
  const newline = before.includes('\r\n') ? '\r\n' : '\n'
  const text = JSON.stringify(manifest, null, indent).replaceAll('\n', newline)
  return /\n\s*$/.test(before) ? text + newline : text
}

function importedPackages(sources: Sources): ReadonlySet<string> {
  const names = new Set<string>()
  for (const file of sources.files()) {
    sources.edit(file, (module) => {
      for (const { value } of specifiersOf(module)) names.add(packageOf(value))
    })
    if (!sources.failures.has(file)) continue
    for (const [, value = ''] of (sources.read(file) ?? '').matchAll(/['"]([^'"\n]+)['"]/g)) {
      names.add(packageOf(value))
    }
  }
  return names
}

function packageOf(specifier: string): string {
  return specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier
}

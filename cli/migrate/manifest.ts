import { readFile } from 'node:fs/promises'
import { folders } from '../package-files.js'
import { adapterPackages } from './compat-names.js'
import type { Sources } from './sources.js'
import { specifiersOf } from './syntax.js'

/** The packages that Authwright replaces. */
const replacedPackages = [
  'next-auth',
  '@auth/sveltekit',
  '@auth/solid-start',
  '@solid-auth/base',
  '@auth/core',
] as const

/**
 * Adds Authwright to `package.json`, removes the packages that it replaces, and renames adapters. A package
 * that a source still imports stays.
 */
export async function changeManifest(sources: Sources): Promise<void> {
  const before = sources.read('package.json') ?? ''
  const { version } = JSON.parse(await readFile(folders.manifest, 'utf8')) as { version: string }
  const imported = importedPackages(sources)
  let after = before
  for (const name of replacedPackages) {
    if (imported.has(name)) {
      // `@auth/core` is added only if the sources import providers from it that Authwright does not have.
      if (name !== '@auth/core' || after.includes('"@auth/core"')) continue
      after = after.replace(/("dependencies"\s*:\s*\{\s*)/, '$1"@auth/core": "^0.41.0",\n    ')
      continue
    }
    const dependency = new RegExp(`("dependencies"\\s*:\\s*\\{[^}]*)"${name}"\\s*:\\s*"[^"]*"`)
    if (!/"dependencies"\s*:\s*\{[^}]*"authwright"/.test(after) && dependency.test(after)) {
      after = after.replace(dependency, `$1"authwright": "^${version}"`)
    } else after = without(after, name)
  }
  for (const [old, current] of Object.entries(adapterPackages)) {
    const [, name, range] = current.match(/^(.+)@([^@]+)$/) ?? []
    const line = new RegExp(`"${old}"(\\s*:\\s*)"[^"]*"`)
    after = after.includes(`"${name}"`) ? without(after, old) : after.replace(line, `"${name}"$1"${range}"`)
  }
  // If every replaced package is still imported, no entry was replaced, so Authwright needs a new entry.
  if (imported.has('authwright') && !after.includes('"authwright"')) {
    after = after.replace(/("dependencies"\s*:\s*\{\s*)/, `$1"authwright": "^${version}",\n    `)
  }
  if (after === before) return
  sources.write('package.json', after)
  sources.notes.add('package.json has changed: install its packages before anything else.')
}

/** Removes a package from all lists of dependencies. */
function without(manifest: string, name: string): string {
  const entry = `"${name}"\\s*:\\s*"[^"]*"`
  return manifest
    .replaceAll(new RegExp(`^[^\\S\\n]*${entry}\\s*,[^\\S\\n]*\\r?\\n`, 'gm'), '')
    .replaceAll(new RegExp(`,\\s*${entry}`, 'g'), '')
    .replaceAll(new RegExp(`${entry}\\s*,?`, 'g'), '')
}

/** The packages named in the sources, except in comments. */
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

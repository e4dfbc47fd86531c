// Tests `declare module 'authwright'` in a program that imports only another entry. A declaration does not load its module, so
// each entry must load 'authwright'. Each entry has a separate program, because one import would load it for all entries.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compilers, native, run } from './lib/compilers.mjs'
import { root, writeDeclarations } from './lib/declarations.mjs'
import { createReport } from './lib/report.mjs'

const entries = ['client', 'next', 'react', 'solid', 'solid-start', 'svelte', 'sveltekit']
const report = createReport()
writeDeclarations()
mkdirSync(path.join(root, 'temp'), { recursive: true })
const folder = mkdtempSync(path.join(root, 'temp/augmentation-'))

/** @param {string} entry */
const source = (entry) => `import type { Register } from 'authwright/${entry}'

declare module 'authwright' {
  interface Register {
    auth: { marker: '${entry}' }
  }
}

export const marker: Register['auth']['marker'] = '${entry}'
`

try {
  for (const entry of entries) {
    const file = path.join(folder, `${entry}.ts`)
    const project = path.join(folder, `${entry}.json`)
    writeFileSync(file, source(entry))
    writeFileSync(
      project,
      JSON.stringify({ extends: '../../type-tests/tsconfig.json', include: [], files: [file] }),
    )
    for (const [version, name] of [...compilers, native]) {
      const output = run(name, '-p', project, '--pretty', 'false').trim()
      report.check(output === '', `${entry}, TypeScript ${version}: ${output}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report.finish()

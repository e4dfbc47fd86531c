import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeBlocks } from '../../../scripts/lib/code-blocks.mjs'
import { root } from '../../../scripts/lib/root.mjs'

/** A page of `docs/migrating`. */
export interface Page {
  /** Folder with the TypeScript files of the page, run with the sources in place of the package. */
  readonly folder: string
  /** The SQL block with this title, unchanged. */
  sql(title: string): string
  /** Deletes the folder. */
  remove(): void
}

/** Reads a page, and writes its TypeScript files into a new folder. */
export function openPage(name: string): Page {
  const text = readFileSync(path.join(root, 'docs/migrating', name), 'utf8')
  const temp = path.join(root, 'temp')
  mkdirSync(temp, { recursive: true })
  const folder = mkdtempSync(path.join(temp, 'migrating-'))
  for (const { file, code, titled } of codeBlocks(text)) {
    if (!titled) continue
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, withSources(code, folder))
  }
  return {
    folder,
    sql(title) {
      const [, sql] = text.split(`\n\`\`\`sql title=${title}\n`)
      if (sql === undefined) throw new Error(`${name} has no block ${title}.`)
      return sql.slice(0, sql.indexOf('\n```'))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Replaces imports of the package with imports of the sources, and file names with paths in the folder. */
function withSources(code: string, folder: string): string {
  return code
    .replace(/'authwright(?:\/([\w/-]+))?'/g, (_, name = 'index') => `'${root}/src/${name}.ts'`)
    .replace(/'([\w-]+\.(?:db|csv))'/g, (_, file) => `'${folder}/${file}'`)
}

/** Recorded output of a library. The name of the file contains the name and version of the library. */
export function fixture(name: string): string {
  return readFileSync(path.join(root, 'test/docs/migrating/fixtures', name), 'utf8')
}

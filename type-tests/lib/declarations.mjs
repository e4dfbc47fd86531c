// Writes the declarations of the source to temp/types, file by file and without checking it, so that
// type tests read what users read and do not depend on the code behind the types.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { compatProviders } from '../../scripts/lib/compat-providers.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const source = path.join(root, 'src')
const output = path.join(root, 'temp/types')

/** Several runners may do this at once, so a file is replaced in one step and only where it differs. */
export function writeDeclarations() {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || name.endsWith('.d.ts')) continue
    const { outputText } = ts.transpileDeclaration(readFileSync(path.join(source, name), 'utf8'), {
      fileName: path.join(source, name),
      compilerOptions: { ...options, declaration: true, isolatedDeclarations: true },
    })
    replaceFile(path.join(output, name.replace(/\.tsx?$/, '.d.ts')), outputText)
  }
  for (const [name, { declarations }] of Object.entries(compatProviders())) {
    replaceFile(path.join(output, `compat/providers/${name}.d.ts`), declarations)
  }
}

function replaceFile(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

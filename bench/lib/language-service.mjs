import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * An editor with the page of a project open.
 *
 * @typedef {object} Editor
 * @property {(text: string) => void} edit replaces the page
 * @property {(offset: number) => Promise<readonly string[]> | readonly string[]} complete the names that are offered
 * @property {() => void} close
 */

/**
 * The language service of TypeScript 6, over the project in a folder.
 *
 * @param {string} folder
 * @returns {Editor}
 */
export function openLanguageService(folder) {
  const page = path.join(folder, 'page.ts')
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  /** @type {Map<string, ts.IScriptSnapshot>} */
  const snapshots = new Map()
  let version = 0

  const service = ts.createLanguageService(
    {
      ...ts.sys,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (name) => (path.resolve(name) === page ? String(version) : '0'),
      getScriptSnapshot: (name) => {
        const known = snapshots.get(path.resolve(name))
        if (known || !existsSync(name)) return known
        const snapshot = ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8'))
        snapshots.set(path.resolve(name), snapshot)
        return snapshot
      },
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => options,
      getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    },
    ts.createDocumentRegistry(),
  )

  return {
    edit: (text) => {
      version += 1
      snapshots.set(page, ts.ScriptSnapshot.fromString(text))
    },
    complete: (offset) => {
      const entries = service.getCompletionsAtPosition(page, offset, {})?.entries ?? []
      return entries.map(({ name }) => name)
    },
    close: () => service.dispose(),
  }
}

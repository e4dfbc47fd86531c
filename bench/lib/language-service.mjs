import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * An editor with the files of a project open.
 *
 * @typedef {object} Editor
 * @property {(file: string, text: string) => void} edit replaces a file
 * @property {(file: string, offset: number) => Promise<readonly string[]> | readonly string[]} complete the names that are offered
 * @property {(file: string) => Promise<readonly string[]> | readonly string[]} check the errors
 * @property {() => number} cpu CPU time that it has used so far, in milliseconds
 * @property {() => void} close
 */

/**
 * The language service of TypeScript 6, over the project in a folder.
 *
 * @param {string} folder
 * @returns {Editor}
 */
export function openLanguageService(folder) {
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  /** @type {Map<string, ts.IScriptSnapshot>} */
  const snapshots = new Map()
  /** @type {Map<string, number>} */
  const versions = new Map()

  const service = ts.createLanguageService(
    {
      ...ts.sys,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (name) => String(versions.get(path.resolve(name)) ?? 0),
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
    edit: (file, text) => {
      const name = path.join(folder, file)
      versions.set(name, (versions.get(name) ?? 0) + 1)
      snapshots.set(name, ts.ScriptSnapshot.fromString(text))
    },
    complete: (file, offset) => {
      const entries = service.getCompletionsAtPosition(path.join(folder, file), offset, {})?.entries ?? []
      return entries.map(({ name }) => name)
    },
    check: (file) =>
      service
        .getSemanticDiagnostics(path.join(folder, file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    cpu: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    close: () => service.dispose(),
  }
}

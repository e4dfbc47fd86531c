import type { Project } from '../project/project.js'

/** A file that `init` writes, in the style of the templates: single quotes, semicolons, two spaces. */
export interface PlannedFile {
  readonly file: string
  readonly code: string
  /** Whether an existing file already contains the code. */
  isDone(text: string): boolean
  /** Adds the code to an existing file. `undefined` if that is not possible. */
  merge?(text: string): { readonly text: string; readonly mode: 'insert' | 'replace' } | undefined
  /** Code to add by hand to an existing file. */
  readonly advice: string
}

/** The choices that determine the files. */
export interface Choices {
  readonly project: Project
  /** The module that exports the configuration, such as `src/auth.ts`. */
  readonly authFile: string
}

/** `ts` or `js`, and `tsx` or `jsx`. */
export function extensions({ typescript, traits, manifest }: Project): { code: string; markup: string } {
  if (typescript) return { code: 'ts', markup: 'tsx' }
  return { code: traits.isBundled || manifest.type === 'module' ? 'js' : 'mjs', markup: 'jsx' }
}

/** `declare module 'authwright'` for clients, which read their types from it. */
export const register = `declare module 'authwright' {
  interface Register {
    auth: typeof auth;
  }
}
`

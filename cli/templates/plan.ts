import type { Project } from '../project/project.js'

export interface PlannedFile {
  readonly file: string
  /** The content of a new file. Empty if `init` neither creates nor replaces the file. */
  readonly code: string
  /** Whether an existing file needs no change. Always `true` for files that `init` only creates. */
  isDone(text: string): boolean
  /** Returns `undefined` if the code cannot be added. */
  merge?(text: string): { readonly text: string; readonly mode: 'insert' | 'replace' } | undefined
  /** Code to add by hand to an existing file. */
  readonly advice: string
}

export interface TemplateInput {
  readonly project: Project
  readonly authFile: string
}

export function extensions({ typescript, traits, manifest }: Project): { code: string; markup: string } {
  if (typescript) return { code: 'ts', markup: 'tsx' }
  return { code: traits.isBundled || manifest.type === 'module' ? 'js' : 'mjs', markup: 'jsx' }
}

/** Functions for the browser get their types from `Register`. */
export const register = `declare module 'authwright' {
  interface Register {
    auth: typeof auth;
  }
}
`

export function homeAdvice(file: string, advice: string): PlannedFile {
  return { file, code: '', isDone: (text) => text.includes('SignInButton'), advice }
}

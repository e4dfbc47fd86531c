import type { Project } from '../project/project.js'

/**
 * A file that `init` writes. Its code has the style of the templates: single quotes, semicolons, two spaces.
 */
export interface PlannedFile {
  readonly file: string
  /**
   * The content of a new file. It also replaces an existing file that `merge` cannot change, if the user
   * agrees. Empty if `init` neither creates nor replaces the file.
   */
  readonly code: string
  /** Whether an existing file needs no change. Always `true` for files that `init` only creates. */
  isDone(text: string): boolean
  /** Adds the code to an existing file. `undefined` if that is not possible. */
  merge?(text: string): { readonly text: string; readonly mode: 'insert' | 'replace' } | undefined
  /** Code to add by hand to an existing file. */
  readonly advice: string
}

export interface TemplateInput {
  readonly project: Project
  /** The module that exports the configuration, such as `src/auth.ts`. */
  readonly authFile: string
}

/** The extensions of modules (`ts`, `js` or `mjs`) and of modules with JSX (`tsx` or `jsx`). */
export function extensions({ typescript, traits, manifest }: Project): { code: string; markup: string } {
  if (typescript) return { code: 'ts', markup: 'tsx' }
  return { code: traits.isBundled || manifest.type === 'module' ? 'js' : 'mjs', markup: 'jsx' }
}

/** Registers the types of the instance. Clients read their types from this interface. */
export const register = `declare module 'authwright' {
  interface Register {
    auth: typeof auth;
  }
}
`

/** The home page, if the button cannot be added to it: the user adds it, once. */
export function homeAdvice(file: string, advice: string): PlannedFile {
  return { file, code: '', isDone: (text) => text.includes('SignInButton'), advice }
}

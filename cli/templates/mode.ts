import type { Project } from '../project/project.js'

/** Source code of the condition for production. Vite replaces its variables at build time. */
export function isProduction({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

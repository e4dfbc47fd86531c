import type { Project } from '../project/project.js'

/** Source code of a condition that is true in production. Vite replaces variables at build time. */
export function isProduction({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

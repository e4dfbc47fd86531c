import type { Project } from '../project/project.js'

/** Source code of the condition for development. Vite replaces its variables at build time. */
export function isDevelopment({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.DEV' : "process.env.NODE_ENV === 'development'"
}

/** Source code of the condition for production. */
export function isProduction({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

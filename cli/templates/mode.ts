import type { Project } from '../project/project.js'

/** The condition for development, as source. Vite replaces its variables at build time. */
export function isDevelopment({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.DEV' : "process.env.NODE_ENV === 'development'"
}

/** The condition for production, as source. */
export function isProduction({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

import type { Project } from '../project/project.js'

/** The condition for development, as source. Vite replaces its variables at build time. */
export function isDevelopment(project: Project): string {
  return isVite(project) ? 'import.meta.env.DEV' : "process.env.NODE_ENV === 'development'"
}

/** The condition for production, as source. */
export function isProduction(project: Project): string {
  return isVite(project) ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

function isVite({ framework }: Project): boolean {
  return framework === 'sveltekit' || framework === 'solid-start'
}

import type { Project } from '../project/project.js'

/** Source of the condition that holds while an application is developed. Vite replaces its variables when it builds. */
export function isDevelopment(project: Project): string {
  return isVite(project) ? 'import.meta.env.DEV' : "process.env.NODE_ENV === 'development'"
}

/** Source of the condition that holds in production. */
export function isProduction(project: Project): string {
  return isVite(project) ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

function isVite({ framework }: Project): boolean {
  return framework === 'sveltekit' || framework === 'solid-start'
}

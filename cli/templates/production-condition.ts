import type { Project } from '../project/project.js'

/** Source code of a condition that is true in production. Vite replaces `import.meta.env.PROD` at build time. */
export function productionCondition({ traits }: Project): string {
  return traits.usesViteVariables ? 'import.meta.env.PROD' : "process.env.NODE_ENV === 'production'"
}

export function developmentCondition({ traits }: Project): string {
  return traits.usesViteVariables ? '!import.meta.env.PROD' : "process.env.NODE_ENV !== 'production'"
}

import type { Application } from './application.js'

interface SiteUrl {
  readonly variable: string
  readonly url: string
}

export function siteUrl({ project, env, production }: Application): SiteUrl | undefined {
  const names = ['AUTH_URL', 'NEXTAUTH_URL']
  if (production && project.framework === 'sveltekit') names.push('ORIGIN')
  return names.map((variable) => ({ variable, url: env[variable] ?? '' })).find(({ url }) => url !== '')
}

export function originFile({ project }: Application): string | undefined {
  if (project.framework !== 'sveltekit' || (project.major ?? 2) < 3) return undefined
  const names = ['svelte.config', 'vite.config'].flatMap((name) =>
    ['js', 'ts'].map((end) => `${name}.${end}`),
  )
  return names.find((file) => /\bpaths\s*:\s*\{[^{}]*\borigin\s*:/.test(project.read(file) ?? ''))
}

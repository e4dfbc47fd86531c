import type { ObjectExpression, Property } from 'acorn'
import { nodesOf, tryParseModule } from '../edit/module.js'
import { bare, keyOf, propertyNamed } from '../edit/nodes.js'
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
  return names.find((file) => setsOrigin(file, project.read(file) ?? ''))
}

function setsOrigin(file: string, text: string): boolean {
  const module = tryParseModule(file, text)
  const nodes = module ? [...nodesOf(module.program)] : []
  return nodes.some((node) => {
    if (node.type !== 'Property' || keyOf(node as Property) !== 'paths') return false
    const paths = bare((node as Property).value)
    return (
      paths.type === 'ObjectExpression' && propertyNamed(paths as ObjectExpression, 'origin') !== undefined
    )
  })
}

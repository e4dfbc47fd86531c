import type { CallExpression, Node, ObjectExpression } from 'acorn'
import type { Change } from '../project/changes.js'
import type { Project } from '../project/project.js'
import { type EditedModule, nodesOf, parseModule } from './module.js'

export function namesIn({ program }: EditedModule): ReadonlySet<unknown> {
  return new Set(
    [...nodesOf(program)].map((node) => {
      const { name, value } = node as Node & { name?: unknown; value?: unknown }
      return node.type === 'Literal' ? value : name
    }),
  )
}

/** SvelteKit 3 reads only declared variables from the `.env` file. */
export function declareVariables(
  project: Project,
  variables: readonly { readonly name: string }[],
): { readonly change?: Change; readonly note?: string } {
  if (project.framework !== 'sveltekit' || (project.major ?? 0) < 3 || variables.length === 0) return {}
  const file =
    ['src/env.ts', 'src/env.js'].find(project.exists) ?? `src/env.${project.typescript ? 'ts' : 'js'}`
  const module = parseModule(file, project.read(file) ?? '')
  const declared = namesIn(module)
  const missing = variables.map(({ name }) => name).filter((name) => !declared.has(name))
  if (missing.length === 0) return {}
  const object = [...nodesOf(module.program)]
    .filter((node) => node.type === 'CallExpression')
    .map((node) => node as CallExpression)
    .filter(({ callee }) => callee.type === 'Identifier' && callee.name === 'defineEnvVars')
    .map(({ arguments: [first] }) => first)
    .find((first): first is ObjectExpression => first?.type === 'ObjectExpression')
  if (!object) return { note: `Declare these variables in ${file}: ${missing.join(', ')}.` }
  const declarations = missing.map((name) => `${module.newline}  ${name}: {},`).join('')
  module.edits.appendRight(object.start + 1, declarations)
  return { change: { file, after: module.edits.toString(), mode: 'insert' } }
}

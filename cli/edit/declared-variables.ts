import type { CallExpression, ObjectExpression } from 'acorn'
import type { Change } from '../project/changes.js'
import type { Project } from '../project/project.js'
import { nodesOf, parseModule } from './module.js'

/** Whether code contains a name, and not only a longer one such as `AUTH_SECRET_1`. */
export function hasName(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code)
}

/**
 * Adds variables to the call of `defineEnvVars()`, because SvelteKit 3 reads only declared variables from the
 * `.env` file. Returns a note for the user instead if the call has no object literal. Does nothing in other
 * applications.
 */
export function declareVariables(
  project: Project,
  variables: readonly { readonly name: string }[],
): { readonly change?: Change; readonly note?: string } {
  if (project.framework !== 'sveltekit' || (project.major ?? 0) < 3) return {}
  const file = ['src/env.ts', 'src/env.js'].find(project.exists) ?? 'src/env.ts'
  const text = project.read(file) ?? ''
  const missing = variables.map(({ name }) => name).filter((name) => !hasName(text, name))
  if (missing.length === 0) return {}
  const module = parseModule(file, text)
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

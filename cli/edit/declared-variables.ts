import type { CallExpression, ObjectExpression } from 'acorn'
import type { Change } from '../project/changes.js'
import type { Project } from '../project/project.js'
import { type EditedModule, nodesOf, parseModule } from './module.js'
import { bare, isNamed, keyOf, nameOf, stringOf } from './nodes.js'

/** The names that the module passes to `defineEnvVars()`. If the source does not show them, all names in the module. */
export function declaredVariables(module: EditedModule): ReadonlySet<string | undefined> {
  const object = declarationIn(module)
  if (object)
    return new Set(object.properties.map((each) => (each.type === 'Property' ? keyOf(each) : undefined)))
  return new Set([...nodesOf(module.program)].map((node) => nameOf(node) ?? stringOf(node)))
}

function declarationIn({ program }: EditedModule): ObjectExpression | undefined {
  const [argument] = [...nodesOf(program)].flatMap((node) => {
    const { callee, arguments: [first] = [] } = node as CallExpression
    return node.type === 'CallExpression' && isNamed(callee, 'defineEnvVars') && first ? [bare(first)] : []
  })
  return argument?.type === 'ObjectExpression' ? (argument as ObjectExpression) : undefined
}

/** Declares variables in `src/env.ts`, because SvelteKit 3 reads only declared variables from the `.env` file. */
export function declareVariables(
  project: Project,
  variables: readonly { readonly name: string }[],
): { readonly change?: Change; readonly note?: string } {
  if (project.framework !== 'sveltekit' || (project.major ?? 0) < 3 || variables.length === 0) return {}
  const file =
    ['src/env.ts', 'src/env.js'].find(project.exists) ?? `src/env.${project.typescript ? 'ts' : 'js'}`
  const module = parseModule(file, project.read(file) ?? '')
  const declared = declaredVariables(module)
  const missing = variables.map(({ name }) => name).filter((name) => !declared.has(name))
  if (missing.length === 0) return {}
  const object = declarationIn(module)
  if (!object) return { note: `Declare these variables in ${file}: ${missing.join(', ')}.` }
  const declarations = missing.map((name) => `${module.newline}  ${name}: {},`).join('')
  module.edits.appendRight(object.start + 1, declarations)
  return { change: { file, after: module.edits.toString(), mode: 'insert' } }
}

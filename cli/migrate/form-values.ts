import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import { bare, nameOf, propertyOf } from './syntax.js'
import { serverSignIns } from './targets.js'

/**
 * Casts form values in server calls of `signIn`. Auth.js accepts values of any type, but the builder expects
 * the types of the fields. The values are unchanged.
 */
export function castFormValues(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/[.][cm]?tsx?$/.test(file) || !/\bsignIn\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const names = serverSignIns(sources, file, module)
      const read = formValues(module)
      for (const call of nodesOf(module.program)) {
        const { callee, arguments: given = [] } = call as Node & {
          callee?: Node
          arguments?: readonly Node[]
        }
        if (call.type !== 'CallExpression' || !callee) continue
        const owner = nameOf((callee as Node & { object?: Node }).object)
        if (!names.has(nameOf(callee) ?? `${owner}.${propertyOf(callee)}`)) continue
        if (given[1]) castIn(module, given[1], read)
      }
    })
  }
}

function castIn({ edits }: EditedModule, options: Node, read: ReadonlySet<string>): void {
  if (isAllOfForm(options)) edits.appendLeft(options.end, ' as any')
  if (options.type !== 'ObjectExpression') return
  for (const property of (options as ObjectExpression).properties) {
    if (property.type === 'SpreadElement') {
      if (!isAllOfForm(property.argument)) continue
      edits.appendLeft(property.argument.start, '(')
      edits.appendLeft(property.argument.end, ' as any)')
      continue
    }
    const { value, shorthand } = property
    const name = nameOf(value)
    if (!isFormValue(value) && !(name !== undefined && read.has(name))) continue
    edits.appendLeft(property.end, shorthand ? `: ${name} as string` : ' as string')
  }
}

/** Matches `Object.fromEntries(form)`, whose type has none of the fields. */
function isAllOfForm(node: Node): boolean {
  const { callee } = node as Node & { callee?: Node & { object?: Node } }
  if (node.type !== 'CallExpression' || !callee) return false
  return nameOf(callee.object) === 'Object' && propertyOf(callee) === 'fromEntries'
}

/** `form.get('name')`, and the same with `?.toString()` behind it. */
function isFormValue(node: Node): boolean {
  const { expression } = node as Node & { expression?: Node }
  if (node.type === 'ChainExpression' && expression) return isFormValue(expression)
  const { callee, arguments: given = [] } = node as Node & {
    callee?: Node & { object?: Node }
    arguments?: readonly Node[]
  }
  if (node.type !== 'CallExpression' || !callee?.object) return false
  if (propertyOf(callee) === 'get') return given.length === 1 && given[0]?.type === 'Literal'
  return propertyOf(callee) === 'toString' && isFormValue(bare(callee.object))
}

/** Constants that are form values at every declaration in the module. */
function formValues({ program }: EditedModule): ReadonlySet<string> {
  const [read, others] = [new Set<string>(), new Set<string>()]
  for (const node of nodesOf(program)) {
    const { id, init } = node as Node & { id?: Node; init?: Node | null }
    const name = node.type === 'VariableDeclarator' ? nameOf(id) : undefined
    if (name !== undefined) (init && isFormValue(init) ? read : others).add(name)
  }
  return new Set([...read].filter((name) => !others.has(name)))
}

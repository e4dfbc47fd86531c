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
      const formNames = formValues(module)
      for (const call of nodesOf(module.program)) {
        const { callee, arguments: args = [] } = call as Node & {
          callee?: Node
          arguments?: readonly Node[]
        }
        if (call.type !== 'CallExpression' || !callee) continue
        const owner = nameOf((callee as Node & { object?: Node }).object)
        if (!names.has(nameOf(callee) ?? `${owner}.${propertyOf(callee)}`)) continue
        if (args[1]) castIn(module, args[1], formNames)
      }
    })
  }
}

/** Casts the form values in the options of a call. */
function castIn({ edits }: EditedModule, options: Node, formNames: ReadonlySet<string>): void {
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
    if (!isFormValue(value) && !(name !== undefined && formNames.has(name))) continue
    const isDefaulted = value.type === 'LogicalExpression'
    if (isDefaulted) edits.appendLeft(value.start, '(')
    edits.appendLeft(property.end, shorthand ? `: ${name} as string` : `${isDefaulted ? ')' : ''} as string`)
  }
}

/** Whether an expression is `Object.fromEntries(form)`. Its type has none of the fields. */
function isAllOfForm(node: Node): boolean {
  const { callee } = node as Node & { callee?: Node & { object?: Node } }
  if (node.type !== 'CallExpression' || !callee) return false
  return nameOf(callee.object) === 'Object' && propertyOf(callee) === 'fromEntries'
}

/** Whether an expression is `form.get('name')`, also with `?.toString()`, `!` or a literal after `??` or `||`. */
function isFormValue(node: Node): boolean {
  const { expression, left, right } = node as Node & Partial<Record<'expression' | 'left' | 'right', Node>>
  if (/^(?:ChainExpression|TSNonNullExpression)$/.test(node.type) && expression)
    return isFormValue(expression)
  if (node.type === 'LogicalExpression' && left) return right?.type === 'Literal' && isFormValue(left)
  const { callee, arguments: args = [] } = node as Node & {
    callee?: Node & { object?: Node }
    arguments?: readonly Node[]
  }
  if (node.type !== 'CallExpression' || !callee?.object) return false
  if (propertyOf(callee) === 'get')
    return args.length === 1 && args[0]?.type === 'Literal' && mayBeForm(callee.object)
  return propertyOf(callee) === 'toString' && isFormValue(bare(callee.object))
}

/** Whether an expression may be form data: a name, or a call of `formData()`. `cookies()` is none. */
function mayBeForm(node: Node): boolean {
  const value = bare(node) as Node & { argument?: Node; callee?: Node }
  if (value.type === 'AwaitExpression' && value.argument) return mayBeForm(value.argument)
  return value.type !== 'CallExpression' || propertyOf(value.callee) === 'formData'
}

/** The names that every declaration in the module initializes with a form value. */
function formValues({ program }: EditedModule): ReadonlySet<string> {
  const formNames = new Set<string>()
  const otherNames = new Set<string>()
  for (const node of nodesOf(program)) {
    const { id, init } = node as Node & { id?: Node; init?: Node | null }
    const name = node.type === 'VariableDeclarator' ? nameOf(id) : undefined
    if (name !== undefined) (init && isFormValue(init) ? formNames : otherNames).add(name)
  }
  return new Set([...formNames].filter((name) => !otherNames.has(name)))
}

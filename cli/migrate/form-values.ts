import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, nameOf } from '../edit/nodes.js'
import { isWithin, shadowsOf } from './scopes.js'
import { isTypeScript, type Sources } from './sources.js'
import { propertyOf } from './syntax.js'
import { serverSignIns } from './targets.js'

/**
 * Adds type assertions to form values. Auth.js accepts form values of any type, but the builder expects the types of the
 * fields.
 */
export function castFormValues(sources: Sources): void {
  for (const file of sources.files()) {
    if (!isTypeScript(file) || !/\bsignIn\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const names = serverSignIns(sources, file, module)
      for (const call of nodesOf(module.program)) {
        const { callee, arguments: args = [] } = call as Node & {
          callee?: Node
          arguments?: readonly Node[]
        }
        if (call.type !== 'CallExpression' || !callee) continue
        const owner = nameOf((callee as Node & { object?: Node }).object)
        const localName = nameOf(callee) ?? `${owner}.${propertyOf(callee)}`
        if (!names.has(localName) || isWithin(call, shadowsOf(module, owner ?? localName))) continue
        if (args[1]) castIn(module, args[1])
      }
    })
  }
}

function castIn(module: EditedModule, options: Node): void {
  const { edits } = module
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
    const init = declarationOf(module, value)?.init
    if (!isFormValue(module, value) && !(init && isFormValue(module, init))) continue
    const isDefaulted = value.type === 'LogicalExpression'
    if (isDefaulted) edits.appendLeft(value.start, '(')
    edits.appendLeft(
      property.end,
      shorthand ? `: ${nameOf(value)} as string` : `${isDefaulted ? ')' : ''} as string`,
    )
  }
}

/** Whether a node is `Object.fromEntries(form)`, whose type does not contain the fields of the form. */
function isAllOfForm(node: Node): boolean {
  const { callee } = node as Node & { callee?: Node & { object?: Node } }
  if (node.type !== 'CallExpression' || !callee) return false
  return nameOf(callee.object) === 'Object' && propertyOf(callee) === 'fromEntries'
}

/** Whether a node is `form.get('name')`. It may be followed by `?.toString()`, by `!`, or by `??` or `||` and a literal. */
function isFormValue(module: EditedModule, node: Node): boolean {
  const { expression, left, right, operator } = node as Node &
    Partial<Record<'expression' | 'left' | 'right', Node>> & { operator?: string }
  if (/^(?:ChainExpression|TSNonNullExpression)$/.test(node.type) && expression)
    return isFormValue(module, expression)
  if (node.type === 'LogicalExpression' && left)
    return operator !== '&&' && right?.type === 'Literal' && isFormValue(module, left)
  const { callee, arguments: args = [] } = node as Node & {
    callee?: Node & { object?: Node }
    arguments?: readonly Node[]
  }
  if (node.type !== 'CallExpression' || !callee?.object) return false
  if (propertyOf(callee) === 'get')
    return args.length === 1 && args[0]?.type === 'Literal' && isForm(module, callee.object)
  return propertyOf(callee) === 'toString' && isFormValue(module, bare(callee.object))
}

function isForm(module: EditedModule, node: Node): boolean {
  const declared = declarationOf(module, bare(node))
  if (!declared) return createsForm(node)
  const { pattern, init } = declared
  const { typeAnnotation } = pattern as Node & { typeAnnotation?: Node }
  if (typeAnnotation) return /\bFormData\b/.test(module.text.slice(typeAnnotation.start, typeAnnotation.end))
  // TypeScript can infer the type of a parameter from the property that contains the function, such as
  // `action` of a form. So a parameter without an annotation counts as form data.
  return init === undefined || (init !== null && createsForm(init))
}

function createsForm(node: Node): boolean {
  const value = bare(node) as Node & { argument?: Node; callee?: Node }
  if (value.type === 'AwaitExpression' && value.argument) return createsForm(value.argument)
  if (value.type === 'NewExpression') return nameOf(value.callee) === 'FormData'
  return value.type === 'CallExpression' && propertyOf(value.callee) === 'formData'
}

/** `init` is `undefined` for a parameter. */
function declarationOf(
  module: EditedModule,
  use: Node,
): { readonly pattern: Node; readonly init?: Node | null } | undefined {
  const name = nameOf(use)
  if (name === undefined) return undefined
  const shadows = shadowsOf(module, name)
  const scopeOf = (node: Node) => shadows.filter((each) => isWithin(node, [each])).at(-1)
  const scope = scopeOf(use)
  const { params = [] } = (scope ?? {}) as Node & { params?: readonly Node[] }
  const parameter = params.find((each) => nameOf(each) === name)
  if (parameter) return { pattern: parameter }
  for (const node of nodesOf(scope ?? module.program)) {
    const { id, init = null } = node as Node & { id?: Node; init?: Node | null }
    if (node.type !== 'VariableDeclarator' || !id || nameOf(id) !== name) continue
    if (scopeOf(node) === scope) return { pattern: id, init }
  }
  return undefined
}

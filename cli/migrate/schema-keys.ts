import type { Node, ObjectExpression, VariableDeclarator } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, keyOf, nameOf } from '../edit/nodes.js'
import { originOf, valueNamed } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Place } from './sources.js'
import { propertyOf } from './syntax.js'

type Keys = ReadonlySet<string> | undefined

/** The methods of Zod, Yup and Valibot that join the keys of a schema with those of their argument. */
const joining = /^(?:extend|safeExtend|merge|concat|shape|and|or)$/
/** The methods that return a schema with the same keys. */
const keeping =
  /^(?:refine|superRefine|transform|strict|strip|partial|required|optional|nullable|nullish|default|brand|describe|readonly|check|meta|noUnknown)$/

/** `undefined` if the schema may have other keys than the source shows. */
export function schemaKeys(place: Place, node: Node | undefined, seen: readonly Node[] = []): Keys {
  const schema = node && bare(node)
  if (!schema || seen.includes(schema)) return undefined
  const follow = (each: Node | undefined) => schemaKeys(place, each, [...seen, schema])
  if (schema.type === 'Identifier') return keysOfName(place, schema, [...seen, schema])
  if (schema.type === 'ObjectExpression') return keysOfObject(schema as ObjectExpression, follow)
  if (propertyOf(schema) === 'shape') return follow((schema as Node & { object: Node }).object)
  if (/Function/.test(schema.type)) return follow(resultOf(schema))
  if (schema.type !== 'CallExpression') return undefined
  const { callee, arguments: args } = schema as Node & {
    callee: Node & { object?: Node }
    arguments: readonly Node[]
  }
  const [first] = args
  const method = propertyOf(callee) ?? nameOf(callee) ?? ''
  if (/^(?:strictO|o)bject$/.test(method)) return first ? follow(first) : new Set()
  if (joining.test(method)) return union([follow(callee.object), follow(first)])
  if (keeping.test(method)) return follow(callee.object)
  if (method === 'pipe') return follow(callee.object) ?? follow(first)
  if (/^(?:union|discriminatedUnion|variant)$/.test(method)) {
    const { elements } = (args.at(-1) ?? {}) as { elements?: readonly Node[] }
    return elements && union(elements.map(follow))
  }
  if (callee.type === 'Identifier') return follow(callee)
  if (!/^(?:pick|omit)$/.test(method)) return undefined
  const [keys, named] = [follow(callee.object), follow(first)]
  return keys && named && new Set([...keys].filter((key) => named.has(key) === (method === 'pick')))
}

function union(all: readonly Keys[]): Keys {
  return all.every((keys) => keys !== undefined) ? new Set(all.flatMap((keys) => [...keys])) : undefined
}

function keysOfObject({ properties }: ObjectExpression, follow: (node: Node) => Keys): Keys {
  return union(
    properties.map((property): Keys => {
      if (property.type === 'SpreadElement') return follow(property.argument)
      const key = keyOf(property)
      return key === undefined ? undefined : new Set([key])
    }),
  )
}

function keysOfName(place: Place, node: Node, seen: readonly Node[]): Keys {
  const { sources, file, module } = place
  const name = nameOf(node) ?? ''
  const scope = shadowsOf(module, name)
    .filter((each) => isWithin(node, [each]))
    .at(-1)
  if (scope) return schemaKeys(place, valueIn(scope, name), seen)
  const declared = originOf(sources, file, module, node)
  if (declared === undefined) return undefined
  const keysIn = (other: EditedModule) =>
    schemaKeys({ sources, file: declared.file, module: other }, valueNamed(other, declared.name), seen)
  return declared.file === file ? keysIn(module) : sources.inspect(declared.file, keysIn)
}

/** The value of a variable of a function or block. */
function valueIn(scope: Node, name: string): Node | undefined {
  const [declared, ...others] = [...nodesOf(scope)].filter(
    (each): each is VariableDeclarator =>
      each.type === 'VariableDeclarator' && isNamed((each as VariableDeclarator).id, name),
  )
  return others.length > 0 ? undefined : (declared?.init ?? undefined)
}

function resultOf(node: Node): Node | undefined {
  const { body } = node as Node & { body?: Node }
  if (body?.type !== 'BlockStatement') return body
  const [returned, ...others] = [...nodesOf(body)].filter(({ type }) => type === 'ReturnStatement')
  return others.length > 0 ? undefined : (returned as (Node & { argument?: Node }) | undefined)?.argument
}

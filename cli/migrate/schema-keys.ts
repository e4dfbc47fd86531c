import type { Node, ObjectExpression, VariableDeclaration } from 'acorn'
import { bare, isNamed, keyOf, nameOf } from '../edit/nodes.js'
import { originOf, valueNamed } from './exports.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Place } from './sources.js'
import { propertyOf } from './syntax.js'

type Keys = ReadonlySet<string> | undefined

/** The methods of Zod and Yup that return a schema with the same keys. */
const keeping =
  /^(?:refine|superRefine|transform|strict|strip|partial|required|optional|nullable|nullish|default|brand|describe|readonly|check|meta|noUnknown)$/

/** Returns `undefined` if the schema may have other keys than the source shows. */
export function schemaKeys(place: Place, node: Node | undefined, seen: readonly string[] = []): Keys {
  const schema = node && bare(node)
  if (schema?.type === 'Identifier') return keysOfConstant(place, schema, seen)
  if (schema?.type !== 'CallExpression') return undefined
  const { callee, arguments: args } = schema as Node & {
    callee: Node & { object?: Node }
    arguments: readonly Node[]
  }
  const [first] = args
  const method = propertyOf(callee) ?? nameOf(callee) ?? ''
  if (/^(?:strictO|o)bject$/.test(method)) return first ? literalKeys(first) : new Set()
  const keys = schemaKeys(place, callee.object, seen)
  if (keeping.test(method)) return keys
  if (!/^(?:extend|safeExtend|shape|merge)$/.test(method)) return undefined
  const added = method === 'merge' ? schemaKeys(place, first, seen) : first && literalKeys(first)
  return keys && added && new Set([...keys, ...added])
}

function literalKeys(node: Node): Keys {
  const { properties } = bare(node) as Partial<ObjectExpression>
  const keys = properties?.map((each) => (each.type === 'Property' ? keyOf(each) : undefined))
  return keys?.every((key) => key !== undefined) ? new Set(keys) : undefined
}

function keysOfConstant(place: Place, node: Node, seen: readonly string[]): Keys {
  const { sources, file, module } = place
  const name = nameOf(node) ?? ''
  const scope = shadowsOf(module, name)
    .filter((each) => isWithin(node, [each]))
    .at(-1)
  if (scope) {
    const { body } = scope as Node & { body: readonly Node[] }
    return scope.type === 'BlockStatement' ? schemaKeys(place, constantIn(body, name), seen) : undefined
  }
  const declared = originOf(sources, file, module, node)
  const key = `${declared?.file} ${declared?.name}`
  if (!declared || seen.includes(key)) return undefined
  const other = declared.file === file ? module : sources.inspect(declared.file, (each) => each)
  if (!other) return undefined
  const value =
    declared.name === 'default'
      ? valueNamed(other, declared.name)
      : constantIn(other.program.body, declared.name)
  return schemaKeys({ sources, file: declared.file, module: other }, value, [...seen, key])
}

function constantIn(statements: readonly Node[], name: string): Node | undefined {
  for (const statement of statements) {
    const { declaration } = statement as Node & { declaration?: Node | null }
    const { kind, declarations = [] } = (declaration ?? statement) as Partial<VariableDeclaration>
    const declared = declarations.find(({ id }) => isNamed(id, name))
    if (declared && kind === 'const') return declared.init ?? undefined
  }
  return undefined
}

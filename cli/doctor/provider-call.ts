import type { CallExpression, Literal, MemberExpression, Node, ObjectExpression } from 'acorn'
import { isIdentifier, propertyOf } from '../edit/chain.js'
import { type ProviderEntry, variableName } from '../providers.js'

/** The calls by the id of their provider: the option `id`, or the usual id. */
export function callsById(
  calls: readonly CallExpression[],
  usual: string,
): ReadonlyMap<string, readonly CallExpression[]> {
  const byId = new Map<string, CallExpression[]>()
  for (const call of calls) {
    const id = textOf(optionOf(call, 'id')) ?? usual
    byId.set(id, [...(byId.get(id) ?? []), call])
  }
  return byId
}

/** The entry under another id, which its variables name. */
export function withId(entry: ProviderEntry, id: string): ProviderEntry {
  const [from, to] = [entry.id, id].map((each) => variableName(each, ''))
  const renamed = (name: string): string =>
    name.startsWith(from ?? '') ? `${to}${name.slice(from?.length)}` : name
  return {
    ...entry,
    id,
    variables: entry.variables.map(renamed),
    issuerVariable: entry.issuerVariable && renamed(entry.issuerVariable),
  }
}

/** The issuer that a call passes. `value` is absent if the source does not show it. */
export interface PassedIssuer {
  readonly value: string | undefined
}

/** The issuer that the calls pass; `undefined` if they pass none. */
export function passedIssuer(
  calls: readonly CallExpression[],
  env: Readonly<Record<string, string | undefined>>,
): PassedIssuer | undefined {
  const passed = calls.flatMap((call) => optionOf(call, 'issuer') ?? [])
  if (passed.length === 0) return undefined
  const values = new Set(passed.map((node) => textOf(node) ?? env[variableOf(node) ?? '']))
  const [value] = values
  return { value: values.size === 1 && passed.length === calls.length ? value : undefined }
}

function optionOf({ arguments: [argument] }: CallExpression, name: string): Node | undefined {
  return argument?.type === 'ObjectExpression'
    ? propertyOf(argument as ObjectExpression, name)?.value
    : undefined
}

function textOf(node: Node | undefined): string | undefined {
  const { value } = (node?.type === 'Literal' ? node : {}) as Partial<Literal>
  return typeof value === 'string' ? value : undefined
}

/** `NAME` of `process.env.NAME`. */
function variableOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  const { object, property } = node as MemberExpression
  const isEnvironment =
    object.type === 'MemberExpression' &&
    isIdentifier(object.object, 'process') &&
    isIdentifier(object.property, 'env')
  return isEnvironment && property.type === 'Identifier' ? property.name : undefined
}

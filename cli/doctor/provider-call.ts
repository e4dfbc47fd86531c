import type { CallExpression, MemberExpression, Node } from 'acorn'
import { optionOf, textOf } from '../edit/chain.js'
import { bare, isNamed } from '../edit/nodes.js'
import { type ProviderEntry, variableName } from '../providers.js'

export function callsById(
  calls: readonly CallExpression[],
  defaultId: string,
): ReadonlyMap<string, readonly CallExpression[]> {
  const byId = new Map<string, CallExpression[]>()
  for (const call of calls) {
    const id = textOf(optionOf(call, 'id')) ?? defaultId
    byId.set(id, [...(byId.get(id) ?? []), call])
  }
  return byId
}

export function withId(entry: ProviderEntry, id: string): ProviderEntry {
  const oldPrefix = variableName(entry.id, '')
  const newPrefix = variableName(id, '')
  const renamed = (name: string): string =>
    name.startsWith(oldPrefix) ? `${newPrefix}${name.slice(oldPrefix.length)}` : name
  return {
    ...entry,
    id,
    variables: entry.variables.map(renamed),
    issuerVariable: entry.issuerVariable && renamed(entry.issuerVariable),
  }
}

/** `value` is `undefined` if the issuer is unknown, or not the same for all calls. */
export interface PassedIssuer {
  readonly value: string | undefined
}

export function passedIssuer(
  calls: readonly CallExpression[],
  env: Readonly<Record<string, string | undefined>>,
): PassedIssuer | undefined {
  const passed = calls.flatMap((call) => optionOf(call, 'issuer') ?? [])
  if (passed.length === 0) return undefined
  const values = new Set(passed.map((node) => textOf(node) ?? (env[variableOf(node) ?? ''] || undefined)))
  const [value] = values
  return { value: values.size === 1 && passed.length === calls.length ? value : undefined }
}

/** The name of the variable that `process.env.NAME` or `process.env['NAME']` reads. */
export function variableOf(node: Node): string | undefined {
  const read = bare(node)
  if (read.type !== 'MemberExpression') return undefined
  const { object, property, computed } = read as MemberExpression
  const isEnvironment =
    object.type === 'MemberExpression' && isNamed(object.object, 'process') && isNamed(object.property, 'env')
  if (!isEnvironment) return undefined
  return computed ? textOf(property) : property.type === 'Identifier' ? property.name : undefined
}

import type { Node, ObjectExpression } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, nameOf, propertyNamed } from '../edit/nodes.js'
import { providerIds, readProvider } from '../providers.js'
import type { Sources } from './sources.js'
import { callsOf, declaredValue, functionsAround, gap, importedNames, leaveTodo, localOf } from './syntax.js'

const providerModule = /^(?:next-auth|@auth\/[\w-]+)\/providers\/([\w-]+)$/

/**
 * Adds an `id` to the results of `profile()`, or leaves a comment. For a user without an id, Auth.js used a random id for each sign-in, but
 * Authwright refuses the sign-in.
 */
export async function addProfileIds(sources: Sources): Promise<void> {
  const types = new Map<string, 'oauth' | 'oidc'>()
  for (const id of await providerIds()) {
    const isUsed = sources.files().some((file) => sources.read(file)?.includes(`/providers/${id}`))
    if (isUsed) types.set(id, (await readProvider(id)).type)
  }
  for (const file of sources.files()) {
    if (!/\bprofile\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        const type = types.get(from.match(providerModule)?.[1] ?? '')
        if (type === undefined || imported !== 'default') continue
        for (const { arguments: args } of callsOf(module, local)) {
          const options = declaredValue(module, args[0])
          if (options?.type === 'ObjectExpression') addIds(module, options as ObjectExpression, type)
        }
      }
    })
  }
}

function addIds(module: EditedModule, options: ObjectExpression, type: 'oauth' | 'oidc'): void {
  const property = propertyNamed(options, 'profile')
  if (!property) return
  const profile = declaredValue(module, property.value)
  const { params = [] } = (profile ?? {}) as Node & { params?: readonly Node[] }
  const [parameter] = params
  for (const user of returnedValues(module, profile) ?? [property]) {
    if (user.type !== 'ObjectExpression') {
      if (user.type !== 'Literal') leaveId(module, user)
      continue
    }
    const { properties } = user as ObjectExpression
    if (propertyNamed(user as ObjectExpression, 'id') !== undefined) continue
    const spreads = properties.flatMap((each) => (each.type === 'SpreadElement' ? [bare(each.argument)] : []))
    // The claims of an ID token have no `id`. Any other object that is spread may have one.
    const isClaims = (spread: Node): boolean => type === 'oidc' && isNamed(spread, nameOf(parameter) ?? '')
    if (!spreads.every(isClaims)) continue
    const [first] = properties
    const subject = type === 'oidc' && first ? subjectOf(parameter) : undefined
    if (first && subject)
      module.edits.appendLeft(first.start, `id: ${subject},${gap(module, user as ObjectExpression)}`)
    else leaveId(module, user)
  }
}

function leaveId(module: EditedModule, node: Node): void {
  leaveTodo(module, node, 'return an id that never changes for a user.', 'profiles')
}

function subjectOf(parameter: Node | undefined): string | undefined {
  const name = nameOf(parameter)
  if (name !== undefined) return `${name}.sub`
  return parameter?.type === 'ObjectPattern' ? localOf(parameter, 'sub') : undefined
}

/** Returns `undefined` if the source does not show the function. */
function returnedValues(module: EditedModule, profile: Node | undefined): readonly Node[] | undefined {
  const { body } = (profile ?? {}) as Node & { body?: Node }
  if (!profile || !body || !/Function/.test(profile.type)) return undefined
  if (body.type !== 'BlockStatement') return [bare(body)]
  const isOwn = (node: Node): boolean => functionsAround(module, node)[0] === profile
  return [...nodesOf(body)].flatMap((node) => {
    const { argument } = node as Node & { argument?: Node | null }
    return node.type === 'ReturnStatement' && argument && isOwn(node) ? [bare(argument)] : []
  })
}

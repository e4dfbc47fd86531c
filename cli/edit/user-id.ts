import type { ArrowFunctionExpression, Identifier, MemberExpression, Node } from 'acorn'
import {
  addCallback,
  type Configuration,
  callbacksOf,
  hasOtherCallbacks,
  setJwtStrategy,
  strategyOf,
} from './chain.js'
import { type EditedModule, nodesOf } from './module.js'
import { isNamed, propertyNamed } from './nodes.js'

export function userIdCallback(from: 'token' | 'user'): string {
  const id = from === 'token' ? 'token.sub' : 'user.id'
  return `session: ({ session, ${from} }) => ({ ...session, user: { ...session.user, id: ${id} } })`
}

export type SessionChange =
  /** Sessions move to the database, and existing sessions end. */
  | 'database'
  /**
   * Sessions stay sealed, because callbacks use the token. The command adds `.session({ strategy: 'jwt' })`.
   */
  | 'kept'
  /** The configuration already sets the strategy, or already had an adapter. */
  | 'unchanged'
  /** The source does not show whether callbacks use the token. */
  | 'unknown'

/**
 * Adds the id of the user to the session. Without a configured strategy, sessions move to the database, unless callbacks
 * use the token for more than the id.
 */
export function adaptSessions(module: EditedModule, configuration: Configuration): SessionChange {
  const objects = callbacksOf(configuration)
  const strategy = strategyOf(configuration)
  const session = objects.map((object) => propertyNamed(object, 'session')?.value).find(Boolean)
  const usesToken =
    objects.some((object) => propertyNamed(object, 'jwt') !== undefined) ||
    (session !== undefined && needsToken(session))
  const isSealed = strategy === 'jwt' || (strategy === undefined && usesToken)
  if (session === undefined) {
    addCallback(module, configuration, userIdCallback(isSealed ? 'token' : 'user'))
  } else if (!isSealed) readFromRow(module, session)
  if (strategy !== undefined) return 'unchanged'
  if (usesToken) {
    setJwtStrategy(module, configuration)
    return 'kept'
  }
  const isElsewhere = session !== undefined && !/Function/.test(session.type)
  return isElsewhere || hasOtherCallbacks(configuration) ? 'unknown' : 'database'
}

/** `user` is a free local name for the parameter `user`. */
function tokenUses(callback: Node) {
  if (callback.type !== 'ArrowFunctionExpression') return undefined
  const { params, body } = callback as ArrowFunctionExpression
  const [pattern] = params
  if (pattern?.type !== 'ObjectPattern') return undefined
  const names = pattern.properties.flatMap((each) =>
    each.type === 'Property' && each.shorthand ? [each.key as Identifier] : [],
  )
  const token = names.find(({ name }) => name === 'token')
  const nodes = [...nodesOf(body)]
  const reads = nodes.filter((node): node is MemberExpression => {
    if (node.type !== 'MemberExpression') return false
    const { object, property, computed } = node as MemberExpression
    return isNamed(object, 'token') && isNamed(property, 'sub') && !computed
  })
  const uses = nodes.filter((node) => isNamed(node, 'token'))
  const hasUser = names.some(({ name }) => name === 'user')
  const user = ['user', 'storedUser'].find((name) => !usesName(nodes, name))
  return { token, reads, user, onlyReadsId: !hasUser && user !== undefined && uses.length === reads.length }
}

/** Whether code uses or declares a name. Names of properties do not count. */
function usesName(nodes: readonly Node[], name: string): boolean {
  const labels = new Set(
    nodes.flatMap((node) => {
      const { property, key, computed, shorthand } = node as Node &
        Record<'property' | 'key', Node> &
        Record<'computed' | 'shorthand', boolean>
      return computed || shorthand ? [] : [property ?? key]
    }),
  )
  return nodes.some((node) => isNamed(node, name) && !labels.has(node))
}

function needsToken(callback: Node): boolean {
  const found = tokenUses(callback)
  if (found?.token) return !found.onlyReadsId
  return [...nodesOf(callback)].some((node) => isNamed(node, 'token'))
}

/** Changes `({ session, token }) => … token.sub …` to `({ session, user }) => … user.id …`. */
function readFromRow({ edits }: EditedModule, callback: Node): void {
  const { token, reads = [], user, onlyReadsId } = tokenUses(callback) ?? {}
  if (token === undefined || !onlyReadsId) return
  edits.overwrite(token.start, token.end, user === 'user' ? user : `user: ${user}`)
  for (const { start, end } of reads) edits.overwrite(start, end, `${user}.id`)
}

import type { ArrowFunctionExpression, Identifier, MemberExpression, Node } from 'acorn'
import { addCallback, type Configuration, callbacksOf, isIdentifier, propertyOf } from './chain.js'
import { type EditedModule, nodesOf } from './module.js'

/**
 * Source code of a session callback that adds the user's id to the session, from the token of a sealed
 * session or from the database row of the user.
 */
export function userIdCallback(from: 'token' | 'user'): string {
  const id = from === 'token' ? 'token.sub' : 'user.id'
  return `session: ({ session, ${from} }) => ({ ...session, user: { ...session.user, id: ${id} } })`
}

/**
 * Adds a session callback that returns the user's id, for a configuration that gets an adapter. An existing
 * callback is kept. If it reads the id from the token, it is changed to read it from the row, because
 * database sessions have no token.
 */
export function returnUserId(module: EditedModule, configuration: Configuration): void {
  const objects = callbacksOf(configuration)
  const isSealed = /strategy:\s*['"]jwt['"]/.test(module.text)
  const session = objects.map((object) => propertyOf(object, 'session')?.value).find(Boolean)
  if (session !== undefined) {
    if (!isSealed) readFromRow(module, session)
    return
  }
  addCallback(module, configuration, objects.at(-1), userIdCallback(isSealed ? 'token' : 'user'))
}

/**
 * Changes `({ session, token }) => … token.sub …` to `({ session, user }) => … user.id …`, if the token has
 * no other use.
 */
function readFromRow({ edits }: EditedModule, callback: Node): void {
  if (callback.type !== 'ArrowFunctionExpression') return
  const { params, body } = callback as ArrowFunctionExpression
  const [pattern] = params
  if (pattern?.type !== 'ObjectPattern') return
  const names = pattern.properties.flatMap((each) =>
    each.type === 'Property' && each.shorthand ? [each.key as Identifier] : [],
  )
  const token = names.find(({ name }) => name === 'token')
  const nodes = [...nodesOf(body)]
  const reads = nodes.filter(
    (node): node is MemberExpression =>
      node.type === 'MemberExpression' &&
      isIdentifier((node as MemberExpression).object, 'token') &&
      isIdentifier((node as MemberExpression).property, 'sub'),
  )
  const uses = nodes.filter((node) => isIdentifier(node, 'token'))
  if (token === undefined || names.some(({ name }) => name === 'user') || uses.length !== reads.length) return
  edits.overwrite(token.start, token.end, 'user')
  for (const { start, end } of reads) edits.overwrite(start, end, 'user.id')
}

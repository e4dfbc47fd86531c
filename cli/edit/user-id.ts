import type { ArrowFunctionExpression, Identifier, MemberExpression, Node } from 'acorn'
import { addCallback, type Configuration, callbacksOf, isIdentifier, propertyOf } from './chain.js'
import { type EditedModule, nodesOf } from './module.js'

/**
 * A session callback that returns the user's id, from the token of a sealed session or from the database
 * row.
 */
export function userIdCallback(from: 'token' | 'user'): string {
  const id = from === 'token' ? 'token.sub' : 'user.id'
  return `session: ({ session, ${from} }) => ({ ...session, user: { ...session.user, id: ${id} } })`
}

/**
 * Adds the user's id to the sessions of a configuration that gets an adapter. Database sessions have no
 * token, so a callback that reads the id from the token is changed to read it from the row. Any other
 * session callback is left unchanged.
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

/** Changes `({ session, token }) => … token.sub …` to `user` and `user.id`, if the token has no other use. */
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

import type { Awaitable } from '../../../model/awaitable.js'
import type { Exchange } from '../object-lifetimes.js'
import type { SessionUpdate, ShowRequest } from './session-strategy.js'

export interface ReadOptions {
  /** Called only if there is a session. */
  readonly update?: (() => Awaitable<SessionUpdate>) | undefined
  /**
   * `false` if the response cannot set cookies. A session in a cookie is then not extended. A session in a database
   * or a session store is still written.
   */
  readonly setsCookies?: boolean
  /** `false` if nothing may be written. */
  readonly writes?: boolean
}

export const READ_ONLY: ShowRequest = { extension: 'never', writes: false, keeps: false }

/**
 * Returns the session of the request. Returns `undefined` if `find()` returns no session, for example because
 * it has expired, was revoked, or a session rule rejected it. Returns `null` if a callback or a rule ended
 * the session in `show()`.
 */
export async function readSession(
  exchange: Exchange,
  { update, setsCookies = true, writes = true }: ReadOptions = {},
): Promise<Record<string, unknown> | null | undefined> {
  const { sessions } = exchange.site
  const live = await sessions.find(exchange, { copies: !update, writes })
  if (!live) return undefined
  if (writes) exchange.site.compareSecretsWhenDue()
  const keeps = setsCookies || live.strategy === 'database' || live.isStored === true
  const request = writes ? { extension: exchange.extension, keeps } : READ_ONLY
  const shown = await sessions.show(live, update && (await update()), request)
  if (!shown) sessions.clear(exchange)
  const unextended = request.keeps ? await shown?.keep?.(exchange, { setsCookies }) : undefined
  // In JavaScript, a session callback may return `false`, as in `!user.banned && session`.
  return (unextended ?? shown?.session) || null
}

import type { Awaitable } from '../../../model/awaitable.js'
import type { Exchange } from '../lifetimes.js'
import type { SessionUpdate, ShowRequest } from './session-strategy.js'

/** Options for reading a session. */
export interface ReadOptions {
  /** Returns a change of the session. Called only if there is a session. */
  readonly update?: (() => Awaitable<SessionUpdate>) | undefined
  /**
   * `false` if the response cannot set cookies. In this case, a session in a cookie is not extended, and
   * changes by `callbacks.jwt` are not stored. A session in a database or a session store is still written.
   * Default: `true`.
   */
  readonly setsCookies?: boolean
  /** `false` if nothing may be written: the session is not extended. Default: `true`. */
  readonly writes?: boolean
}

/** A request that never extends a session. */
const READ_ONLY: ShowRequest = { extension: 'never', writes: false, keeps: false }

/**
 * Reads the session of a request in the form that the browser may see, and extends it when due. Returns `null`
 * if a callback or a session rule ended the session, or a callback returned no session, and `undefined` if the
 * request has no session.
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
  const unextended = request.keeps ? await shown?.keep?.(exchange, setsCookies) : undefined
  // In JavaScript, a session callback may return `false`, as in `!user.banned && session`.
  return (unextended ?? shown?.session) || null
}

import type { Awaitable } from '../../../model/awaitable.js'
import type { Exchange } from '../lifetimes.js'
import type { SessionUpdate } from './session-strategy.js'

/** How a session is read. */
export interface ReadOptions {
  /** A change of the session; called only where there is one to change. */
  readonly update?: (() => Awaitable<SessionUpdate>) | undefined
  /**
   * `false` where no response can set cookies: a session in a cookie is then neither extended, nor is what `callbacks.jwt` changes
   * stored. A session in a database, or in a store of sessions, is written either way. Default: `true`.
   */
  readonly setsCookies?: boolean
  /** `false` where the read must write nothing: the session is not extended. Default: `true`. */
  readonly writes?: boolean
}

/** A request that extends no session. */
const READ_ONLY = { extension: 'never', writes: false } as const

/**
 * The one reader of sessions: the session as the browser may see it, extended when that is due; `null` when a callback
 * ended it or returned no session, `undefined` when the request carries none.
 */
export async function readSession(
  exchange: Exchange,
  { update, setsCookies = true, writes = true }: ReadOptions = {},
): Promise<Record<string, unknown> | null | undefined> {
  const { sessions } = exchange.site
  const live = await sessions.find(exchange, { copies: !update, writes })
  if (!live) return undefined
  exchange.site.hasSessions()
  const request = writes ? exchange : READ_ONLY
  const shown = await sessions.show(live, update && (await update()), request)
  if (!shown) sessions.clear(exchange)
  const extendable = writes && (setsCookies || live.strategy === 'database' || live.isStored)
  const unextended = extendable ? await shown?.keep?.(exchange, setsCookies) : undefined
  // In JavaScript, a session callback can return `false`: `!user.banned && session`.
  return (unextended ?? shown?.session) || null
}

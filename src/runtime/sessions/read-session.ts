import type { PublicSession } from '../../builder/spec.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Exchange } from '../http/exchange.js'
import type { SessionCookieContext, SessionUpdate } from './session-strategy.js'

/** The session that `callbacks.session` starts from: only name, address and picture. */
export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
): PublicSession {
  const { name, email, image } = user
  return { user: { name, email, image }, expires: expires.toISOString() }
}

/** How a session is read. */
export interface ReadOptions {
  /** A change of the session; called only where there is one to change. */
  readonly update?: (() => Awaitable<SessionUpdate>) | undefined
  /**
   * `false` where no response can set cookies: a session in a cookie is then neither extended, nor is what `callbacks.jwt` changes
   * kept. A session in a database is extended either way. Default: `true`.
   */
  readonly setsCookies?: boolean
  /** `false` where the read must write nothing: the session is not extended. Default: `true`. */
  readonly writes?: boolean
}

/** A request that extends no session. */
const READ_ONLY = { extension: 'never', writes: false } as const

/**
 * The one reader of sessions: the session as the browser may see it, extended when that is due; `null` when a callback
 * ended it, `undefined` when the request carries none.
 */
export async function readSession(
  exchange: Exchange<SessionCookieContext>,
  { update, setsCookies = true, writes = true }: ReadOptions = {},
): Promise<Record<string, unknown> | null | undefined> {
  const { sessions } = exchange.context
  const live = await sessions.find(exchange, { copies: !update, writes })
  if (!live) return undefined
  const request = writes ? exchange : READ_ONLY
  const shown = await sessions.show(live, update && (await update()), request)
  if (!shown) sessions.clear(exchange)
  const extendable = writes && (setsCookies || live.strategy === 'database')
  const unextended = extendable ? await shown?.keep?.(exchange, setsCookies) : undefined
  return unextended ?? shown?.session ?? null
}

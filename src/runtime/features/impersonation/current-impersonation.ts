import { sha256 } from '#sha256'
import type { AdapterUser } from '../../../adapters/contract.js'
import { MissingAdapter } from '../../../errors.js'
import { inTime } from '../../core/base/in-time.js'
import { redactErrors } from '../../core/config/logger.js'
import type { CookieExchange } from '../../core/http/cookies.js'
import { wereEndedSince } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { FindOptions, LiveSession, SessionStrategy } from '../../core/sessions/session-strategy.js'
import type { Acting, ActorCookie } from './actor-cookie.js'
import type { ImpersonationOptions } from './impersonation-options.js'

const ALLOW_TIME_LIMIT_MS = 5_000

export type Allow = ImpersonationOptions<AdapterUser>['allow']

/** Both users are as they are stored now. */
export interface Impersonation {
  readonly acting: Acting
  readonly actor: AdapterUser
  readonly user: AdapterUser
  /** When the impersonation or the session of the actor expires, in milliseconds since 1970. */
  readonly expires: number
}

export interface ImpersonationParts {
  readonly app: App
  readonly sessions: SessionStrategy
  readonly cookie: ActorCookie
}

/** Returns the impersonation of the request. Does not call `allow`. */
export async function currentImpersonation(
  exchange: CookieExchange,
  { app, sessions, cookie }: ImpersonationParts,
  options?: Pick<FindOptions, 'writes'>,
): Promise<Impersonation | null> {
  const acting = await cookie.read(exchange)
  if (!acting) return null
  const actorSession = await sessions.find(exchange, options)
  if (!actorSession || acting.session !== (await sessionHash(exchange, sessions))) return null
  const { commonStore, store } = app
  if (await wereEndedSince(acting.ending, acting.user, commonStore)) return null
  if ((await store.get(stoppedKey(acting.id))) !== null) return null
  const actor = await storedUser(actorSession.userId, app)
  const user = await storedUser(acting.user, app)
  const expires = Math.min(acting.exp * 1000, expiryOf(actorSession).getTime())
  return actor && user ? { acting, actor, user, expires } : null
}

export async function isAllowed(
  { actor, user }: Pick<Impersonation, 'actor' | 'user'>,
  allow: Allow,
): Promise<boolean> {
  const allowed = await redactErrors(
    () => inTime(allow({ actor, user }), ALLOW_TIME_LIMIT_MS),
    () => [actor, user],
  )
  return allowed === true
}

export async function sessionHash(exchange: CookieExchange, sessions: SessionStrategy): Promise<string> {
  return sha256(await sessions.key(exchange))
}

export function stoppedKey(id: string): string {
  return `impersonation-stopped:${id}`
}

export function expiryOf(live: LiveSession): Date {
  return live.strategy === 'jwt' ? new Date(Number(live.claims['exp']) * 1000) : live.row.expires
}

export async function storedUser(id: string, { adapter }: App): Promise<AdapterUser | null> {
  if (!adapter) throw new MissingAdapter('impersonation() needs an adapter: call .adapter() before .build().')
  const user = await adapter.getUser(id)
  return user && sameId(user.id, id) ? user : null
}

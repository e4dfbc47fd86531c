import { SignOutError } from '../../errors.js'
import { asError } from '../base/as-error.js'
import type { Hooks } from '../config/events.js'
import type { Log } from '../config/logger.js'
import { keepsTokens } from '../config/settings.js'
import { addCookies, type CookieExchange, clearChunked, clearCookie } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'
import type { SessionCookieContext } from '../sessions/session-strategy.js'
import type { OAuthCapabilities, OAuthExchange } from './oauth/capabilities.js'
import type { EndedProviderSession } from './oauth/provider-sign-out.js'

/**
 * Ends the session that a request carries, and then returns where the browser goes: to the provider that the user signed in with, where
 * that is wanted and possible, and else to `target`. Throws `SignOutError` when the session is still valid afterwards.
 *
 * @param target - Where to go in the end, which was validated.
 * @param provider - Whether to sign out at the provider, too. Default: what the option `signOut` says.
 */
export async function signOutTo(
  target: string,
  provider: boolean | undefined,
  instance: OAuthCapabilities,
  exchange: OAuthExchange,
): Promise<string> {
  const isWanted = provider ?? instance.spec.options.signOut === 'provider'
  const session = isWanted ? await sessionAtProvider(instance, exchange) : undefined
  await endSession({ instance, exchange })
  if (!session) return target
  const { leaveProvider } = await import('./oauth/provider-sign-out.js')
  return leaveProvider(session, target, instance, exchange)
}

/** `true` and `false` as a form writes them, too; `undefined` for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** The session at the provider that the session of a request was started with; `undefined` where none is known. */
async function sessionAtProvider(
  { spec, providers, warnOnce }: OAuthCapabilities,
  exchange: OAuthExchange,
): Promise<EndedProviderSession | undefined> {
  const { sessions } = exchange.context
  // A cookie that cannot be read counts as absent here; `endSession` reports it.
  const key = await sessions.key(exchange).catch(() => '')
  if (key === '') return undefined
  if (spec.options.signOut) {
    const held = await (await exchange.context.providerSessions()).find(key, exchange)
    if (!held) return undefined
    const live = await sessions.find(exchange).catch(() => null)
    const tokens = keepsTokens(spec) && live ? await exchange.context.tokenCookie() : undefined
    return { ...held, userId: live?.userId, held: await tokens?.read(key, exchange) }
  }
  const [first, ...others] = providers.values()
  if (others.length === 0 && (first?.type === 'oauth' || first?.type === 'oidc')) {
    return { provider: first.id }
  }
  warnOnce(
    'provider-sign-out',
    "A sign-out at the provider was requested, but sessions do not store their provider. Set the option `signOut` to 'local' or 'provider'.",
  )
  return undefined
}

/** The session cookie of an origin, and the cookies of sign-ins in progress. */
interface SignOutCookieContext extends SessionCookieContext {
  flows(): Promise<{ clear(exchange: CookieExchange): void }>
}

/**
 * Ends the session that a request carries, and the sign-ins that its browser has in progress. Throws
 * `SignOutError` when the session is still valid afterwards.
 */
async function endSession({
  instance,
  exchange,
}: {
  readonly instance: Pick<Hooks, 'emit'> & Pick<Log, 'logger'>
  readonly exchange: Exchange<SignOutCookieContext>
}): Promise<void> {
  const { sessions, flows, csrf, cookies } = exchange.context
  const ended = await sessions.end(exchange).catch((error: unknown) => {
    throw new SignOutError('The session could not be revoked and is still valid.', { cause: asError(error) })
  })
  instance.logger.debug('sign-out', { session: ended ? 'ended' : 'none' })
  const underWay = await flows()
  underWay.clear(exchange)
  const { name, options } = cookies.providerSession
  if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
  addCookies(exchange, clearChunked(cookies.providerTokens, exchange.cookies))
  addCookies(exchange, [await csrf.renew('')])
  if (ended) await instance.emit('signOut', ended)
}

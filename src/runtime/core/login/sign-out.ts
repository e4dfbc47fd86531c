import { SignOutError } from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { addCookies } from '../http/cookies.js'
import type { App, Exchange } from '../lifetimes.js'

/**
 * Ends the session of a request, and returns the URL to redirect to. This is the provider of the sign-in if
 * a sign-out there is requested and possible, and otherwise `target`. Throws `SignOutError` if the session
 * is still valid afterwards.
 *
 * @param target - The final, validated redirect target.
 * @param provider - Whether to sign out at the provider, too. Default: the option `signOut`.
 */
export async function signOutTo(
  target: string,
  provider: boolean | undefined,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const isWanted = provider ?? app.spec.options.signOut === 'provider'
  const hooks = app.features.flatMap(({ signOut }) => signOut ?? [])
  const before = hooks.map(async (hook) => hook.before?.(isWanted, app, exchange))
  const leaving = await settled(before, app)
  await endSession(app, exchange)
  await settled(
    hooks.map(async (hook) => hook.after?.(exchange)),
    app,
  )
  const leave = leaving.find((each) => each !== undefined)
  return leave ? leave(target) : target
}

/** The results of the hooks that succeed. Failures are logged, because they must not keep a session alive. */
async function settled<T>(hooks: readonly Promise<T>[], { logger }: App): Promise<readonly T[]> {
  const results = await Promise.allSettled(hooks)
  return results.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value]
    logger.error(asError(each.reason))
    return []
  })
}

/** Accepts `true` and `false`, also as written by a form; `undefined` for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** Ends the session of a request. Throws `SignOutError` if the session is still valid afterwards. */
async function endSession({ emit, logger }: App, exchange: Exchange): Promise<void> {
  const { sessions, csrf } = exchange.site
  const ended = await sessions.end(exchange).catch((error: unknown) => {
    throw new SignOutError('The session could not be revoked and is still valid.', { cause: asError(error) })
  })
  logger.debug('sign-out', { session: ended ? 'ended' : 'none' })
  addCookies(exchange, [await csrf.renew('')])
  if (ended) await emit('signOut', ended)
}

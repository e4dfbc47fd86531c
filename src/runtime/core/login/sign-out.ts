import { SignOutError } from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { addCookies } from '../http/cookies.js'
import type { App, Exchange } from '../object-lifetimes.js'

/**
 * Ends the session, and returns the URL to redirect to.
 *
 * @param target - The final, validated redirect target.
 */
export async function signOutTo(
  target: string,
  atProvider: boolean | undefined,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const { signOut } = app.spec.options
  exchange.site.sessions.useSignedInSession?.(exchange)
  const withProvider = atProvider ?? signOut === 'provider'
  const hooks = app.features.flatMap((feature) => feature.signOut ?? [])
  const before = hooks.map(async (hook) => hook.before?.(withProvider, app, exchange))
  const redirects = await settled(before, app)
  await endSession(app, exchange)
  const after = hooks.map(async (hook) => hook.after?.(exchange))
  await settled(after, app)
  const redirect = redirects.find((each) => each !== undefined)
  return redirect ? redirect(target) : target
}

/**
 * Waits for hooks, and returns the results of those that succeeded. Failures are only logged, because they
 * must not prevent the end of the session.
 */
async function settled<Result>(
  hooks: readonly Promise<Result>[],
  { logger }: App,
): Promise<readonly Result[]> {
  const results = await Promise.allSettled(hooks)
  return results.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value]
    logger.error(asError(each.reason))
    return []
  })
}

async function endSession({ emit, logger }: App, exchange: Exchange): Promise<void> {
  const { sessions, csrf } = exchange.site
  const ended = await sessions.end(exchange).catch((error: unknown) => {
    throw new SignOutError('The session could not be revoked and is still valid.', { cause: asError(error) })
  })
  logger.debug('sign-out', { session: ended ? 'ended' : 'none' })
  addCookies(exchange, [await csrf.renew('')])
  if (ended) await emit('signOut', ended)
}

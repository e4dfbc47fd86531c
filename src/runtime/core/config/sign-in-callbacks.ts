import type { CallbackSpec, SignInContext } from '../../../builder/auth-spec.js'
import { AccessDenied, AuthError } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { allowedTarget, type RedirectScope, safeRedirect } from '../http/redirects.js'
import { createWarnOnce, redactErrors, type WarnOnce } from './logger.js'

export interface SignInCallbacks {
  /** Returns the URL to redirect to instead of signing in. Throws `AccessDenied` if the user may not sign in. */
  signIn(context: SignInContext, origin: string): Promise<string | undefined>
  /**
   * Returns the URL of a redirect: `target`, or the result of `callbacks.redirect` for it. Returns the start
   * page if that URL is not allowed.
   */
  redirect(target: unknown, origin: string): Promise<string>
}

export interface ApplicationPaths extends Pick<RedirectScope, 'prefix'> {
  readonly home: string
}

const MAX_REDIRECT_WARNINGS = 100

/**
 * The redirect warnings that were already logged. Separate from `host.warned`, because clients can cause any
 * number of these warnings, which would push out others.
 */
export function redirectWarnings(): Set<string> {
  return new Set()
}

export function signInCallbacks(
  spec: Pick<CallbackSpec, 'signIn' | 'redirect'>,
  { home, prefix }: ApplicationPaths,
  logger: LoggerInstance,
  warned: Set<string>,
): SignInCallbacks {
  const warnOnce = createWarnOnce(logger, warned, MAX_REDIRECT_WARNINGS)
  const chooseTarget = async (target: string, origin: string): Promise<string | undefined> => {
    if (!spec.redirect) return safeRedirect(target, origin, prefix)
    try {
      const { redirect } = spec
      const chosen: unknown = await redactErrors(
        () => redirect({ url: target, baseUrl: origin }),
        () => queryValues(target),
      )
      const allowed = allowedTarget(chosen, { origin, prefix })
      warnOfTarget(allowed, chosen, origin, warnOnce)
      return allowed
    } catch (error) {
      logger.error(asError(error))
      return undefined
    }
  }
  const callbacks: SignInCallbacks = {
    async signIn(context, origin) {
      for (const callback of spec.signIn) {
        const decision = await refuseOnThrow(() => callback(context), context)
        if (typeof decision === 'string') return callbacks.redirect(decision, origin)
        if (decision !== true)
          throw new AccessDenied(`The signIn callback refused a sign-in with '${context.provider}'.`)
      }
      return undefined
    },

    async redirect(target, origin) {
      if (typeof target !== 'string') return origin + home
      return (await chooseTarget(target, origin)) ?? origin + home
    },
  }
  return callbacks
}

function queryValues(url: string): readonly string[] {
  const start = url.indexOf('?')
  if (start === -1) return []
  const query = url.slice(start)
  return [query, ...new URLSearchParams(query).values()]
}

async function refuseOnThrow<Result>(
  call: () => Result,
  { account, credentials, email }: SignInContext,
): Promise<Awaited<Result>> {
  try {
    return await redactErrors(call, () => [account, credentials])
  } catch (error) {
    // Before a mail is sent, every error refuses the request in the same way, because a different response
    // would reveal who may sign in.
    if (error instanceof AuthError && !email?.verificationRequest) throw error
    const cause = asError(error)
    throw new AccessDenied(cause.message || 'The signIn callback threw.', { cause })
  }
}

/**
 * Warns about a redirect target that was refused or leads to another site. Only origins are logged, because
 * URLs may contain secrets.
 */
function warnOfTarget(
  allowed: string | undefined,
  chosen: unknown,
  origin: string,
  warnOnce: WarnOnce,
): void {
  if (allowed === undefined) {
    const value = typeof chosen === 'string' ? 'a string' : `a value of type ${typeof chosen}`
    const advice = 'Return a path, or the whole URL of a web page.'
    warnOnce(
      'redirect-refused',
      `\`callbacks.redirect\` returned ${value} that is not the URL of a web page. ${advice}`,
    )
    return
  }
  const target = new URL(allowed).origin
  if (target === origin) return
  warnOnce(
    'redirect-to-another-site',
    `\`callbacks.redirect\` redirects to another site: ${target}. Return \`baseUrl\` for origins that you do not know.`,
  )
}

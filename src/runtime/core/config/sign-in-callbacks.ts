import type { CallbackSpec, SignInContext } from '../../../builder/spec.js'
import { AccessDenied, AuthError } from '../../../errors.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { allowedTarget, safeRedirect } from '../http/redirects.js'
import { redactErrors } from './logger.js'

/** The callbacks that decide about a sign-in or a redirect. Loaded on first use. */
export interface SignInCallbacks {
  /**
   * Runs `callbacks.signIn`. Returns nothing when the user may sign in, or where to redirect instead.
   * Throws `AccessDenied` when they may not.
   */
  signIn(context: SignInContext, origin: string): Promise<string | undefined>
  /** Where to go: what the application makes of `target`, or the origin when it is not allowed. */
  redirect(target: unknown, origin: string): Promise<string>
}

/** Where an application is below its origin. */
export interface ApplicationPaths {
  /** The path of the first page, for targets that are not allowed. */
  readonly home: string
  /** The path of the whole application, such as `/app`; empty at the top. */
  readonly prefix: string
}

/** The callbacks `signIn` and `redirect`. Reading a session needs neither. */
export function signInCallbacks(
  spec: Pick<CallbackSpec, 'signIn' | 'redirect'>,
  { home, prefix }: ApplicationPaths,
  logger: LoggerInstance,
): SignInCallbacks {
  const reportTarget = redirectReport(logger)
  const chooseTarget = async (target: string, origin: string): Promise<string | undefined> => {
    if (!spec.redirect) return safeRedirect(target, origin, prefix)
    try {
      const chosen: unknown = await spec.redirect({ url: target, baseUrl: origin })
      const allowed = allowedTarget(chosen, { origin, prefix })
      reportTarget(allowed, chosen, origin)
      return allowed
    } catch (error) {
      // A target that the callback cannot read is a target that it does not allow.
      logger.error(asError(error))
      return undefined
    }
  }
  const callbacks: SignInCallbacks = {
    async signIn(context, origin) {
      for (const callback of spec.signIn) {
        const answer = await refuseOnThrow(() => callback(context), context)
        if (typeof answer === 'string') return callbacks.redirect(answer, origin)
        if (answer !== true) throw new AccessDenied('The signIn callback did not allow this sign-in.')
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

async function refuseOnThrow<T>(call: () => T, { account, credentials }: SignInContext): Promise<Awaited<T>> {
  try {
    return await redactErrors(call, () => [account, credentials])
  } catch (error) {
    if (error instanceof AuthError) throw error
    const cause = asError(error)
    throw new AccessDenied(cause.message || 'The signIn callback threw.', { cause })
  }
}

/** Origins that are remembered as logged. */
const MAX_LOGGED = 100

/**
 * Warns where `callbacks.redirect` redirects to another site, once per origin, or returns no address of a web page. Only origins are
 * logged, because addresses may hold secrets. After `MAX_LOGGED` origins, each may be logged once more.
 */
function redirectReport(
  logger: LoggerInstance,
): (allowed: string | undefined, chosen: unknown, origin: string) => void {
  const logged = new Set<string>()
  return (allowed, chosen, origin) => {
    const target = allowed === undefined ? undefined : new URL(allowed).origin
    if (target === origin || (target !== undefined && logged.has(target))) return
    if (target === undefined) {
      const what = typeof chosen === 'string' ? 'a string' : `a value of type ${typeof chosen}`
      const use = 'Return a path, or the whole URL of a web page.'
      logger.warn(
        'redirect-refused',
        `\`callbacks.redirect\` returned ${what} that is not the address of a web page. ${use}`,
      )
      return
    }
    if (logged.size >= MAX_LOGGED) logged.clear()
    logged.add(target)
    logger.warn(
      'redirect-to-another-site',
      `\`callbacks.redirect\` redirects to another site: ${target}. Return \`baseUrl\` for origins that you do not know.`,
    )
  }
}

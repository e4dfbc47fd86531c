import { AccessDenied, AuthError } from '../../../errors.js'
import type { SignUpParams } from '../../../model/user.js'
import { asError } from '../base/as-error.js'
import { redactErrors } from '../config/logger.js'
import type { App } from '../object-lifetimes.js'

/** Runs the sign-up policy. Returns `undefined` if it allows the sign-up, or a URL to redirect to. */
export async function allowSignUp(
  params: SignUpParams,
  { spec: { signUp = 'open' }, callbacks }: App,
  origin: string,
): Promise<string | undefined> {
  if (signUp === 'open') return undefined
  if (signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
  let decision: unknown
  try {
    decision = await redactErrors(
      () => signUp(params),
      () => [params.account],
    )
  } catch (error) {
    // Before a mail is sent, every error refuses the request in the same way, because a different response
    // would reveal that the e-mail address is unknown.
    if (error instanceof AuthError && !params.verificationRequest) throw error
    throw new AccessDenied('The sign-up policy threw.', { cause: asError(error) })
  }
  if (typeof decision === 'string') return callbacks.redirect(decision, origin)
  if (decision !== true) throw new AccessDenied('The sign-up policy did not allow this sign-up.')
  return undefined
}

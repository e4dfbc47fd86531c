import { AccessDenied, AuthError } from '../../../errors.js'
import type { SignUpParams } from '../../../model/user.js'
import { asError } from '../base/as-error.js'
import { redactErrors } from '../config/logger.js'
import type { App } from '../lifetimes.js'

/**
 * Asks the sign-up policy, for a user who would be created. Returns nothing when it allows that, or where to redirect instead. Throws
 * `AccessDenied` when it does not.
 */
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
    // While a mail is requested, a separate response would reveal that the address is not known.
    if (error instanceof AuthError && !params.verificationRequest) throw error
    throw new AccessDenied('The sign-up policy threw.', { cause: asError(error) })
  }
  if (typeof decision === 'string') return callbacks.redirect(decision, origin)
  if (decision !== true) throw new AccessDenied('The sign-up policy did not allow this sign-up.')
  return undefined
}

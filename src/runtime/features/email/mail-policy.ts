import type { SignUpParams } from '../../../model/user.js'
import type { App } from '../../core/lifetimes.js'
import { allowSignUp } from '../../core/login/sign-up.js'
import { mailPace } from './mail-pace.js'

/**
 * Calls the sign-up policy before a mail to a new user is sent. Throws `AccessDenied` if the policy refuses.
 *
 * If the policy is a function and the user is stored already, this takes as long as the last call of the
 * function. Otherwise the response time would reveal that the user is stored.
 */
export async function allowMailToNewUser(
  isNewUser: boolean,
  params: Omit<SignUpParams, 'verificationRequest'>,
  app: App,
  origin: string,
): Promise<void> {
  const policy = { ...params, verificationRequest: true } as const
  const isFunction = typeof app.spec.signUp === 'function'
  if (!isFunction) return isNewUser ? void (await allowSignUp(policy, app, origin)) : undefined
  const pace = mailPace(`${params.provider} policy`, app)
  // For a new user, too: the store may be slow.
  const wait = await pace.prepare()
  if (!isNewUser) return wait()
  try {
    await allowSignUp(policy, app, origin)
  } finally {
    pace.sent()
  }
}

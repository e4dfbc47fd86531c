import { AccountNotLinked, Verification } from '../../../errors.js'
import { signInAddress } from '../../core/login/email-address.js'
import { wereEndedSince } from '../../core/login/ended-sign-ins.js'
import type { FinishedLogin } from '../../core/login/hooks.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import { setPasswordWhile } from '../../core/storage/unconfirmed-passwords.js'
import { newPassword, passwordAdapter, storedPassword } from './password-rows.js'
import { endSignUpLink } from './sign-up-link.js'

/** Stores the password of a sign-up. Called by the hook `after` of the login, so the session has started. */
export async function storeSignUpPassword(
  { identity, userId, lastEnding: ending }: FinishedLogin,
  app: App,
): Promise<void> {
  const { claim, user } = identity
  if (!('passwordHash' in claim) || claim.passwordHash === undefined) return
  const adapter = passwordAdapter(app)
  // The user is found by id, because another user may have the e-mail address now.
  const stored = await adapter.getUser(userId)
  if (!stored || !sameId(stored.id, userId)) throw new Verification('The user was deleted in the meantime.')
  if (signInAddress(stored) !== signInAddress(user))
    throw new Verification('The e-mail address of the user was changed in the meantime.')
  const next = newPassword(stored.id, claim.passwordHash, app)
  const isAllowed = async (): Promise<boolean> =>
    ending === undefined || !(await wereEndedSince(ending, stored.id, app.commonStore))
  const tryToStore = (): ReturnType<typeof setPasswordWhile> => setPasswordWhile(isAllowed, next, adapter)
  let result = await tryToStore()
  // If two requests store the hash at the same time, each may have deleted the unconfirmed row of the other.
  if (result === 'taken' && !(await storedPassword(stored, app))) result = await tryToStore()
  if (result === 'refused') throw new AccountNotLinked('The sign-ins of the user were ended in the meantime.')
  // Another request with the same cookie may have stored the hash.
  if (result === 'taken' && (await storedPassword(stored, app))?.hash !== next.hash)
    throw new Verification('The user has set a password in the meantime.')
  if ('signUpLinkId' in claim && claim.signUpLinkId !== undefined)
    await endSignUpLink(claim.signUpLinkId, app)
}

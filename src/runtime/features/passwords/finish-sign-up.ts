import type { AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked, Verification } from '../../../errors.js'
import type { PasswordConfirmation, PasswordProblem } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { signInAddress, userOfAddress } from '../../core/login/email-address.js'
import { lastEnding, wereEndedSince } from '../../core/login/ended-sign-ins.js'
import type { FinishedLogin } from '../../core/login/hooks.js'
import { sameId } from '../../core/login/identity.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import { setPasswordWhile } from '../../core/storage/unconfirmed-passwords.js'
import { removal } from '../email/earlier-logins.js'
import { newPasswordProblem } from './new-password.js'
import { passwordHasher } from './password-provider.js'
import { clearSignUp, findSignUp, type PendingSignUp } from './pending-sign-up.js'
import { accountOf, newUser, personOf } from './sign-up.js'
import { checkedFields } from './sign-up-fields.js'
import { endSignUpLink, readSignUpToken, type SignUpLink } from './sign-up-link.js'
import { standingOf } from './standing.js'
import { newPassword, passwordAdapter, storedPassword } from './stored-password.js'

/** An opened sign-up link, and the pending sign-up of this browser for it. */
export interface OpenedSignUp {
  readonly link: SignUpLink
  /** `undefined` in a browser that did not start the sign-up. There, the user chooses a password again. */
  readonly pending: PendingSignUp | undefined
  /** The user who has the e-mail address. */
  readonly owner: AdapterUser | undefined
}

/**
 * Opens the link of a sign-up. Changes nothing. Throws `Verification` if the link is invalid, or no longer
 * valid.
 */
export async function openSignUp(token: string, app: App, exchange: Exchange): Promise<OpenedSignUp> {
  const link = await readSignUpToken(token, app, exchange)
  const standing = await standingOf(link.address, app)
  const { kind } = standing
  if (kind === 'password' || kind === 'accounts')
    throw new Verification('The user can sign in with a password or an account by now.')
  const owner = kind === 'byMail' ? standing.user : undefined
  // The password of the link may have been removed since. An attacker who signed up with another person's
  // e-mail address cannot invalidate the owner's links.
  if (owner?.emailVerified && (await wereEndedSince(link.since, owner.id, app.commonStore)))
    throw new Verification(
      'The link does not work any more, because all sessions of the user were ended after it was sent. Request another link.',
    )
  return { link, pending: await findSignUp(link.id, exchange), owner }
}

/**
 * Finishes a sign-up with the link of its mail: stores the user and the password, and signs the user in.
 *
 * @param typed - Default for password and fields: the input in this browser when the mail was requested.
 * Fields are stored only for a new user.
 * @returns Why password or fields are not accepted, or the outcome of the login.
 * @throws {Verification} If the link does not work, or no longer works.
 * @throws {ServerBusy} If too many passwords are waiting to be hashed.
 */
export async function finishSignUp(
  provider: PasswordProvider,
  { token, password, fields: typed }: PasswordConfirmation,
  app: App,
  exchange: Exchange,
): Promise<PasswordProblem | 'invalidFields' | LoginOutcome> {
  // Read before the link is opened. If the user's sign-ins are ended after that, this sign-in fails.
  const ending = await lastEnding(app.commonStore)
  const { link, pending, owner: ownerBefore } = await openSignUp(token, app, exchange)
  const { address } = link
  const fields = ownerBefore ? {} : await checkedFields(provider, typed ?? pending?.fields)
  if (!fields) return 'invalidFields'
  let passwordHash = password === undefined ? pending?.hash : undefined
  const isChosenNow = passwordHash === undefined
  if (passwordHash === undefined) {
    const chosen = password ?? ''
    const problem = await newPasswordProblem(provider, chosen, personOf(address, fields), app, exchange)
    if (problem !== null) return problem
    // Attempts are not counted: the link has proven the e-mail address, so guesses by other clients must not
    // block its owner.
    passwordHash = await passwordHasher(provider, app).hash(chosen)
  }
  // Read again, because a user may have been stored while the password was hashed. A user who was deleted is
  // not stored again, because the fields were not checked.
  const owner = await userOfAddress(address, passwordAdapter(app))
  if (ownerBefore && !owner) throw new Verification('The user was deleted in the meantime.')
  const user = owner ?? newUser(address, fields)
  // If the e-mail address of the user was not verified, the new password replaces all earlier logins.
  const earlier = owner && !owner.emailVerified ? await removal(owner, app) : undefined
  const outcome = await login(
    {
      provider: provider.id,
      user,
      account: accountOf(provider, user.id),
      claim: {
        kind: 'address',
        owner,
        passwordHash,
        signUpLinkId: link.id,
        columns: fields,
        earlierLogins: earlier,
      },
      verifiedEmail: address,
    },
    { linkTo: undefined, lastEnding: ending },
    app,
    exchange,
  )
  if (isChosenNow && outcome.kind !== 'redirected') {
    const account = { provider: provider.id, account: address }
    // The first proof of the e-mail address ends all earlier sign-ins, but not this one.
    const endedHere = 'lastEnding' in outcome ? outcome.lastEnding : undefined
    const signIn = { userId: outcome.userId, lastEnding: endedHere ?? ending }
    await exchange.site.get(siteBrowsers).remember(account, signIn, exchange)
  }
  clearSignUp(exchange)
  return outcome
}

/**
 * Stores the password of a sign-up whose session has started. If that fails, the login is undone.
 *
 * @throws {Verification} If the user has a password by now, no longer has the e-mail address, or was deleted.
 * @throws {AccountNotLinked} If the owner of the e-mail address has proven it in the meantime, and ended
 * earlier sign-ins.
 */
export async function storeFirstPassword(
  { identity, userId, lastEnding: ending }: FinishedLogin,
  app: App,
): Promise<void> {
  const { claim, user } = identity
  if (!('passwordHash' in claim) || claim.passwordHash === undefined) return
  const adapter = passwordAdapter(app)
  // The user is found by id, because another user may have the e-mail address by now.
  const stored = await adapter.getUser(userId)
  if (!stored || !sameId(stored.id, userId)) throw new Verification('The user was deleted in the meantime.')
  if (signInAddress(stored) !== signInAddress(user))
    throw new Verification('The e-mail address of the user was changed in the meantime.')
  const next = newPassword(stored.id, claim.passwordHash, app)
  const isAllowed = async (): Promise<boolean> =>
    ending === undefined || !(await wereEndedSince(ending, stored.id, app.commonStore))
  const tryToStore = (): ReturnType<typeof setPasswordWhile> => setPasswordWhile(isAllowed, next, adapter)
  let result = await tryToStore()
  // If the form was sent twice, two requests store the hash at the same time. Each may have replaced the
  // unconfirmed row of the other, so that neither has stored it. Then this second try stores it.
  if (result === 'taken' && !(await storedPassword(stored, app))) result = await tryToStore()
  if (result === 'refused') throw new AccountNotLinked('The sign-ins of the user were ended in the meantime.')
  // Both requests took the hash from the same cookie. If the other one has stored it, this one has nothing to
  // do.
  if (result === 'taken' && (await storedPassword(stored, app))?.hash !== next.hash)
    throw new Verification('The user has set a password in the meantime.')
  if ('signUpLinkId' in claim && claim.signUpLinkId !== undefined)
    await endSignUpLink(claim.signUpLinkId, app)
}

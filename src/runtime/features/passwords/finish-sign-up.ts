import type { AdapterUser } from '../../../adapters/contract.js'
import { Verification } from '../../../errors.js'
import type { PasswordConfirmation, PasswordProblem } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { lastEnding, wereEndedSince } from '../../core/login/ended-sign-ins.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { removal } from '../email/earlier-logins.js'
import { addressStatusOf } from './address-status.js'
import { type HashedPassword, hashNewPassword } from './new-password-check.js'
import { accountOf } from './password-login.js'
import { passwordAdapter } from './password-rows.js'
import { clearSignUp, findSignUp, type PendingSignUp } from './pending-sign-up.js'
import { newUser, personOf } from './sign-up.js'
import { checkedFields } from './sign-up-fields.js'
import { readSignUpToken, type SignUpLink } from './sign-up-link.js'

export interface OpenedSignUp {
  readonly link: SignUpLink
  /** `undefined` in a browser that did not start the sign-up. */
  readonly pending: PendingSignUp | undefined
  /** The user with the e-mail address of the link. */
  readonly owner: AdapterUser | undefined
}

/**
 * Returns the data of a sign-up link, and changes nothing. Throws `Verification` if the link is invalid, or
 * no longer valid.
 */
export async function openSignUp(token: string, app: App, exchange: Exchange): Promise<OpenedSignUp> {
  const link = await readSignUpToken(token, app, exchange)
  const status = await addressStatusOf(link.address, app)
  const { kind } = status
  if (kind === 'password' || kind === 'accounts')
    throw new Verification('The user can already sign in with a password or an account.')
  const owner = kind === 'byMail' ? status.user : undefined
  // A link that was sent before all sign-ins were ended could set a password that was removed in the meantime.
  // Links to an unverified e-mail address still work. Otherwise an attacker who signed up with it could
  // invalidate the owner's links.
  if (owner?.emailVerified && (await wereEndedSince(link.since, owner.id, app.commonStore)))
    throw new Verification(
      'The link does not work any more, because all sessions of the user were ended after it was sent. Request another link.',
    )
  return { link, pending: await findSignUp(link.id, exchange), owner }
}

/**
 * Finishes a sign-up. The password and the fields default to the input of the sign-up form, if this browser
 * sent that form.
 */
export async function finishSignUp(
  provider: PasswordProvider,
  { token, password, fields: typed }: PasswordConfirmation,
  app: App,
  exchange: Exchange,
): Promise<PasswordProblem | 'invalidFields' | LoginOutcome> {
  // Read before the link is opened. If all sign-ins of the user are ended later, this sign-in fails.
  const ending = await lastEnding(app.commonStore)
  const { link, pending, owner: ownerBefore } = await openSignUp(token, app, exchange)
  const { address } = link
  const fields = ownerBefore ? {} : await checkedFields(provider, typed ?? pending?.fields)
  if (!fields) return 'invalidFields'
  const person = ownerBefore ?? personOf(address, fields)
  const hashed: HashedPassword =
    password === undefined && pending
      ? { hash: pending.hash }
      : await hashNewPassword(provider, password ?? '', person, app, exchange)
  if (hashed.problem !== undefined) return hashed.problem
  // The user may have been stored or deleted while the password was hashed. The fields were checked only if
  // there was no user before.
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
        passwordHash: hashed.hash,
        signUpLinkId: link.id,
        columns: fields,
        earlierLogins: earlier,
      },
      verifiedEmail: address,
    },
    // The browser that sent the sign-up form has stored the choice to stay signed in. In another browser, the
    // form of the link has the checkbox.
    { linkTo: undefined, lastEnding: ending, ...(pending?.staysSignedIn && { isBrief: false }) },
    app,
    exchange,
  )
  if (outcome.kind !== 'redirected') {
    // The link has verified the e-mail address, so guesses by other clients must not block its owner.
    const account = { provider: provider.id, account: address }
    // The first verification of the e-mail address ends all earlier sign-ins, but not this sign-in.
    const endedHere = outcome.kind === 'signedIn' ? outcome.lastEnding : undefined
    const signIn = { userId: outcome.userId, lastEnding: endedHere ?? ending }
    await exchange.site.get(siteBrowsers).remember(account, signIn, exchange)
  }
  clearSignUp(exchange)
  return outcome
}

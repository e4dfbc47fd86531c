import { AccessDenied, AccountNotLinked, RateLimited, Verification } from '../../../errors.js'
import type {
  PasswordConfirmation,
  PasswordProblem,
  PasswordSignUp,
  SignUpRefusal,
} from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { asError } from '../../core/base/as-error.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { isNumber, isObjectOf, isString } from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { report } from '../../core/http/report.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { type Attempt, createAttempts } from '../../core/limits/attempts.js'
import { canonicalAddress, userOfAddress } from '../../core/login/email-address.js'
import { lastEnding, wereEndedSince } from '../../core/login/ended-sign-ins.js'
import type { FinishedLogin } from '../../core/login/hooks.js'
import { type Identity, sameId } from '../../core/login/identity.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import { setPasswordWhile } from '../../core/storage/unconfirmed-passwords.js'
import { removal } from '../email/earlier-logins.js'
import { createMailLimits } from '../email/mail-limits.js'
import { mailPace } from '../email/mail-pace.js'
import { allowMailToNewUser } from '../email/mail-policy.js'
import { newPasswordProblem } from './new-password.js'
import { sendPasswordMail } from './password-mail.js'
import {
  clearSignUp,
  findSignUp,
  keepSignUp,
  LINK_TTL_SECONDS,
  type PendingSignUp,
} from './pending-sign-up.js'
import { type Columns, checkedFields } from './sign-up-fields.js'
import { type Standing, standingOf } from './standing.js'
import { newPassword, passwordAdapter, passwordHasher, storedPassword } from './stored-password.js'

/** Contents of a sign-up link. */
export interface SignUpLink {
  /** Names the mail. */
  readonly id: string
  readonly address: string
  /** The last end of sign-ins before it was made, as `lastEnding` returned it. */
  readonly since: number
}

const isSignUpLink = isObjectOf<SignUpLink>({ id: isString, address: isString, since: isNumber })

function sealerFor(app: App, { origin }: Exchange): Sealer {
  return app.sealer({ purpose: 'password sign-up', audience: origin })
}

/**
 * The key of the mark of a used link. Without it, the link would work again once its user was deleted or has
 * another e-mail address.
 */
function usedKey(linkId: string): string {
  return `sign-up-used:${linkId}`
}

/** Seconds for which the mark is stored. No link works longer. */
const USED_TTL_SECONDS = LINK_TTL_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/**
 * The token of a link that confirms an e-mail address. It is not stored. It works until its user has a
 * password. It stays invalid if the password is removed, or the user is deleted.
 */
export async function signUpToken(link: SignUpLink, app: App, exchange: Exchange): Promise<string> {
  return sealerFor(app, exchange).seal({ ...link }, LINK_TTL_SECONDS)
}

/** Throws `AccessDenied` if `.signUp('closed')` is set. */
export function requireOpenSignUp({ spec }: App): void {
  if (spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
}

/** Input of the sign-up form. */
export interface TypedSignUp extends PasswordSignUp {
  /** The redirect target after the sign-up. It must have been validated. */
  readonly callbackUrl: string | undefined
}

/**
 * Starts a sign-up: hashes the password, keeps the hash in a cookie, and sends a mail. The response is the
 * same whether or not a user has the e-mail address. An existing user gets a mail that says so.
 *
 * @throws {EmailSignInError} If the mail could not be sent, unless the application may refuse other e-mail
 * addresses.
 * @throws {ServerBusy} If too many passwords are waiting to be hashed.
 */
export async function requestSignUp(
  provider: PasswordProvider,
  { email, password, fields: typed, callbackUrl }: TypedSignUp,
  app: App,
  exchange: Exchange,
): Promise<Exclude<SignUpRefusal, 'taken'> | undefined> {
  const address = canonicalAddress(email)
  if (address === undefined) return 'invalidAddress'
  const { id: providerId } = provider
  // Checked before the limit of mails: otherwise these results would reveal that it was reached.
  const fields = await checkedFields(provider, typed)
  if (!fields) return 'invalidFields'
  const problem = await newPasswordProblem(provider, password, personOf(address, fields), app, exchange)
  if (problem !== null) return problem
  const pace = mailPace(`${providerId} sign-up`, app)
  const pending = { id: randomToken(), address, hash: '', fields: typed }
  let mayReveal = true
  let isAllowed = false
  try {
    await app.get(createMailLimits).begin({ purpose: 'signUp', provider: providerId, address }, exchange)
    pending.hash = await passwordHasher(provider, app).hash(password)
    const { kind, since } = await standingOf(address, app)
    // From here on, a policy of the application may treat addresses differently.
    mayReveal = app.spec.signUp === undefined
    const user = newUser(address, fields)
    const params = {
      provider: providerId,
      user,
      account: accountOf(provider, user.id),
      verifiedEmail: address,
    }
    await allowMailToNewUser(kind === 'nobody', params, app, exchange.origin)
    isAllowed = true
    await sendSignUpMail(provider, { id: pending.id, address, since, kind, callbackUrl }, app, exchange)
  } catch (error) {
    const isWithheld = error instanceof RateLimited || error instanceof AccessDenied
    if (!isWithheld && mayReveal) throw error
    report(asError(error), app.logger)
  }
  // The time of a mail that failed is remembered, too: a withheld mail takes as long.
  if (isAllowed) pace.sent()
  else await pace.withheld()
  await keepSignUp(pending, exchange)
  return undefined
}

/** The mail of a sign-up. */
interface SignUpMail extends SignUpLink, Pick<TypedSignUp, 'callbackUrl'> {
  /** The state of the e-mail address. */
  readonly kind: Standing['kind']
}

async function sendSignUpMail(
  provider: PasswordProvider,
  { kind, callbackUrl, ...link }: SignUpMail,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { address } = link
  if (kind === 'password' || kind === 'accounts') {
    await sendPasswordMail(provider, { purpose: 'accountExists', address, callbackUrl }, app, exchange)
    return
  }
  const token = await signUpToken(link, app, exchange)
  const isNewUser = kind === 'nobody'
  await sendPasswordMail(
    provider,
    { purpose: 'signUp', address, callbackUrl, token, isNewUser },
    app,
    exchange,
  )
}

/**
 * Signs up a user with an unverified e-mail address, for `verify: false`: stores the user and the password,
 * and signs the user in.
 *
 * @returns Why the sign-up was refused, or the outcome of the login. `'taken'` reveals that a user has the
 * e-mail address.
 * @throws {RateLimited} After too many attempts.
 * @throws {AccessDenied} If the sign-up policy refuses.
 * @throws {ServerBusy} If too many passwords are waiting to be hashed.
 */
export async function signUpUnverified(
  provider: PasswordProvider,
  { email, password, fields: typed }: PasswordSignUp,
  app: App,
  exchange: Exchange,
): Promise<SignUpRefusal | LoginOutcome> {
  const address = canonicalAddress(email)
  if (address === undefined) return 'invalidAddress'
  // Checked before the limit, because a refused password is not a guess.
  const fields = await checkedFields(provider, typed)
  if (!fields) return 'invalidFields'
  const problem = await newPasswordProblem(provider, password, personOf(address, fields), app, exchange)
  if (problem !== null) return problem
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account: address }, exchange)
  const { lastEnding } = attempt
  const passwordHash = await passwordHasher(provider, app).hash(password)
  const user = newUser(address, fields)
  const identity: Identity = {
    provider: provider.id,
    user,
    account: accountOf(provider, user.id),
    claim: { kind: 'newUser', passwordHash, columns: fields },
    verifiedEmail: null,
  }
  try {
    const outcome = await login(identity, { linkTo: undefined, lastEnding }, app, exchange)
    if (outcome.kind !== 'redirected') await attempt.succeeded(outcome.userId)
    return outcome
  } catch (error) {
    if (error instanceof AccountNotLinked) return 'taken'
    throw error
  }
}

function newUser(address: string, fields: Columns) {
  return { ...fields, id: crypto.randomUUID(), email: address, emailVerified: null }
}

/** Words that a password must not consist of. */
function personOf(address: string, { name }: Columns): { email: string; name: string | null } {
  return { email: address, name: typeof name === 'string' ? name : null }
}

function accountOf({ id }: PasswordProvider, userId: string) {
  return { provider: id, type: 'password', providerAccountId: userId, userId } as const
}

/** The link of a sign-up, opened, and the sign-up of this browser that it belongs to. */
export interface OpenedSignUp {
  readonly link: SignUpLink
  /** Missing in another browser, where the user chooses a password. */
  readonly pending: PendingSignUp | undefined
  /** Whether no user has the e-mail address. */
  readonly isNewUser: boolean
}

/** Opens the link of a sign-up. Changes nothing. Throws `Verification` if the link is invalid, or no longer valid. */
export async function openSignUp(token: string, app: App, exchange: Exchange): Promise<OpenedSignUp> {
  const link = await sealerFor(app, exchange).open(token)
  if (!isSignUpLink(link)) throw new Verification('The link is incomplete, was changed, or has expired.')
  const standing = await standingOf(link.address, app)
  const { kind } = standing
  const isUsed = (await app.store.get(usedKey(link.id))) !== null
  if (isUsed || (kind !== 'nobody' && kind !== 'byMail')) throw new Verification('The link was used before.')
  // The password of the link may have been removed since. An attacker who signed up with another person's
  // e-mail address cannot invalidate the owner's links.
  if (
    kind === 'byMail' &&
    standing.user.emailVerified &&
    (await wereEndedSince(link.since, standing.user.id, app.commonStore))
  )
    throw new Verification(
      'The link does not work any more, because all sessions of the user were ended after it was sent. Request another link.',
    )
  return { link, pending: await findSignUp(link.id, exchange), isNewUser: kind === 'nobody' }
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
  // Read before the link is opened: a later end of the user's sign-ins stops this one.
  const ending = await lastEnding(app.commonStore)
  const { link, pending, isNewUser } = await openSignUp(token, app, exchange)
  const { address } = link
  const fields = isNewUser ? await checkedFields(provider, typed ?? pending?.fields) : {}
  if (!fields) return 'invalidFields'
  let passwordHash = password === undefined ? pending?.hash : undefined
  let attempt: Attempt | undefined
  if (passwordHash === undefined) {
    const chosen = password ?? ''
    const problem = await newPasswordProblem(provider, chosen, personOf(address, fields), app, exchange)
    if (problem !== null) return problem
    attempt = await app.get(createAttempts).begin({ provider: provider.id, account: address }, exchange)
    passwordHash = await passwordHasher(provider, app).hash(chosen)
  }
  const owner = await userOfAddress(address, passwordAdapter(app))
  const user = owner ?? newUser(address, fields)
  // If the address of the user was not verified, the new password replaces all earlier logins.
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
  if (outcome.kind !== 'redirected') await attempt?.succeeded(outcome.userId)
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
  // By its id: another user may have the e-mail address by now.
  const stored = await adapter.getUser(userId)
  if (!stored || !sameId(stored.id, userId)) throw new Verification('The user was deleted in the meantime.')
  if (canonicalAddress(stored.email ?? '') !== canonicalAddress(user.email ?? ''))
    throw new Verification('The e-mail address of the user was changed in the meantime.')
  const next = newPassword(stored.id, claim.passwordHash, app)
  const isAllowed = async (): Promise<boolean> =>
    ending === undefined || !(await wereEndedSince(ending, stored.id, app.commonStore))
  const store = (): ReturnType<typeof setPasswordWhile> => setPasswordWhile(isAllowed, next, adapter)
  let result = await store()
  // A form that was sent twice may have overwritten the first of the two steps.
  if (result === 'taken' && !(await storedPassword(stored, app))) result = await store()
  if (result === 'refused') throw new AccountNotLinked('The sign-ins of the user were ended in the meantime.')
  // A form that was sent twice has the same hash.
  if (result === 'taken' && (await storedPassword(stored, app))?.hash !== next.hash)
    throw new Verification('The user has set a password in the meantime.')
  if ('signUpLinkId' in claim && claim.signUpLinkId !== undefined)
    await app.store.set(usedKey(claim.signUpLinkId), 'used', USED_TTL_SECONDS)
}

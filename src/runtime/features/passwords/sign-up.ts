import { AccessDenied, AccountNotLinked } from '../../../errors.js'
import type { PasswordSignUp, SignUpRefusal } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { randomToken } from '../../core/crypto/random.js'
import { createAttempts } from '../../core/limits/attempts.js'
import { canonicalAddress } from '../../core/login/email-address.js'
import type { Identity } from '../../core/login/identity.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { choosesToStay } from '../../core/sessions/remember-cookie.js'
import {
  allowSignUpMail,
  mayRefuseSignUp,
  sendCounted,
  sendOrWithhold,
  startMailPace,
  unlessRefused,
} from '../email/mail-pace.js'
import { type AddressStatus, addressStatusOf } from './address-status.js'
import { newPasswordProblem } from './new-password-check.js'
import { accountOf } from './password-login.js'
import { requireMailSettings, sendPasswordMail } from './password-mail.js'
import { keepSignUp } from './pending-sign-up.js'
import { passwordHasher } from './shared-hasher.js'
import { type Columns, checkedFields, sentFields } from './sign-up-fields.js'
import { type SignUpLink, signUpToken } from './sign-up-link.js'

export function requireOpenSignUp({ spec }: App): void {
  if (spec.signUp === 'closed') throw new AccessDenied('The sign-up is closed.')
}

export interface TypedSignUp extends PasswordSignUp {
  /** The validated redirect target. */
  readonly callbackUrl: string | undefined
}

/**
 * Sends a mail to the e-mail address of a sign-up. The response is the same whether or not a user has this
 * e-mail address. If the application may refuse sign-ups, a failed mail is only logged, because the error
 * would reveal that this sign-up was not refused.
 */
export async function requestSignUp(
  provider: PasswordProvider,
  { email, password, fields: typed, callbackUrl }: TypedSignUp,
  app: App,
  exchange: Exchange,
): Promise<Exclude<SignUpRefusal, 'taken'> | undefined> {
  // Checked before the rate limit of mails, so that the result does not reveal whether the limit was reached.
  const checked = await checkedInput(provider, { email, password, fields: typed }, app, exchange)
  if (typeof checked === 'string') return checked
  const { address, fields } = checked
  requireMailSettings(provider, app)
  const { id: providerId } = provider
  const pace = await startMailPace(`${providerId} sign-up`, app)
  const id = randomToken()
  // If a rate limit refuses the mail, the hash stays empty, and the sign-up cannot be finished.
  let hash = ''
  const mail = { purpose: 'signUp', provider: providerId, address } as const
  const decide = async (): Promise<AddressStatus> => {
    // Hash the password for every e-mail address, so that the time does not reveal whether a user has it.
    hash = await passwordHasher(provider, app).hash(password)
    const status = await addressStatusOf(address, app)
    const user = newUser(address, fields)
    const params = { user, account: accountOf(provider, user.id), verifiedEmail: address }
    await allowSignUpMail(providerId, status.kind === 'noUser' ? params : undefined, app, exchange)
    return status
  }
  const decided = await unlessRefused(mail, decide, app, exchange)
  const content = { id, address, callbackUrl }
  const send = decided && (() => sendSignUpMail(provider, content, decided.decision, app, exchange))
  await sendOrWithhold(
    send && (() => sendCounted(send, decided.allowed, app)),
    { pace, mayReveal: !mayRefuseSignUp(app) },
    app,
  )
  const staysSignedIn = choosesToStay(exchange)
  const kept = sentFields(provider, typed ?? {})
  await keepSignUp({ id, address, hash, fields: kept, staysSignedIn }, exchange)
  return undefined
}

interface CheckedInput {
  readonly address: string
  readonly fields: Columns
}

async function checkedInput(
  provider: PasswordProvider,
  { email, password, fields: typed }: PasswordSignUp,
  app: App,
  exchange: Exchange,
): Promise<CheckedInput | Exclude<SignUpRefusal, 'taken'>> {
  const address = canonicalAddress(email)
  if (address === undefined) return 'invalidAddress'
  const fields = await checkedFields(provider, typed)
  if (!fields) return 'invalidFields'
  const problem = await newPasswordProblem(provider, password, personOf(address, fields), app, exchange)
  return problem ?? { address, fields }
}

interface SignUpMail extends Pick<SignUpLink, 'id' | 'address'>, Pick<TypedSignUp, 'callbackUrl'> {}

async function sendSignUpMail(
  provider: PasswordProvider,
  { id, address, callbackUrl }: SignUpMail,
  status: AddressStatus,
  app: App,
  exchange: Exchange,
): Promise<void> {
  if (status.kind === 'password' || status.kind === 'accounts') {
    const providers = status.kind === 'accounts' ? status.providers : undefined
    const content = { purpose: 'accountExists', address, callbackUrl, providers } as const
    await sendPasswordMail(provider, content, app, exchange)
    return
  }
  const token = await signUpToken({ id, address, since: status.since }, app, exchange)
  const isNewUser = status.kind === 'noUser'
  await sendPasswordMail(
    provider,
    { purpose: 'signUp', address, callbackUrl, token, isNewUser },
    app,
    exchange,
  )
}

/**
 * Signs up a user without a mail, for `verify: false`. The result `'taken'` reveals that a user has the
 * e-mail address.
 */
export async function signUpUnverified(
  provider: PasswordProvider,
  typed: PasswordSignUp,
  app: App,
  exchange: Exchange,
): Promise<SignUpRefusal | LoginOutcome> {
  // Checked before the rate limit, because a new password that is too weak is not a guess.
  const checked = await checkedInput(provider, typed, app, exchange)
  if (typeof checked === 'string') return checked
  const { address, fields } = checked
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account: address }, exchange)
  const passwordHash = await passwordHasher(provider, app).hash(typed.password)
  const user = newUser(address, fields)
  const identity: Identity = {
    provider: provider.id,
    user,
    account: accountOf(provider, user.id),
    claim: { kind: 'newUser', passwordHash, columns: fields },
    verifiedEmail: null,
  }
  try {
    const outcome = await login(
      identity,
      { linkTo: undefined, lastEnding: attempt.lastEnding },
      app,
      exchange,
    )
    if (outcome.kind !== 'redirected') await attempt.succeeded(outcome.userId)
    return outcome
  } catch (error) {
    if (error instanceof AccountNotLinked) return 'taken'
    throw error
  }
}

export function newUser(address: string, fields: Columns) {
  return { ...fields, id: crypto.randomUUID(), email: address, emailVerified: null }
}

/** Returns the data of a user that a password must not consist of. */
export function personOf(address: string, { name }: Columns): { email: string; name: string | null } {
  return { email: address, name: typeof name === 'string' ? name : null }
}

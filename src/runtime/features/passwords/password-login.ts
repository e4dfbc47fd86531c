import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import { CredentialsSignin } from '../../../errors.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import { createAttempts } from '../../core/limits/attempts.js'
import { canonicalAddress, userOfAddress } from '../../core/login/email-address.js'
import type { Identity } from '../../core/login/identity.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { NO_USER, passwordAdapter, storedPassword } from './password-rows.js'
import { passwordHasher, verifyPassword } from './shared-hasher.js'

/** A missing field is an empty string. */
export interface TypedPassword {
  readonly email: string
  readonly password: string
}

/**
 * Minimum time of a refusal, which hides whether there was a hash. bcrypt with a cost of 12 and PBKDF2 with a
 * million iterations usually take less time.
 */
const MIN_REFUSAL_MS = 750

/**
 * Signs in with a password. Counts the attempt before the password is hashed. Neither the error nor the time
 * reveals whether the user exists.
 */
export async function passwordLogin(
  provider: PasswordProvider,
  typed: TypedPassword,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const began = performance.now()
  const address = canonicalAddress(typed.email)
  const account = address ?? typed.email
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account }, exchange)
  const { lastEnding } = attempt
  const checked = await check(provider, address, typed.password, app)
  if (!checked) {
    await delay(MIN_REFUSAL_MS - (performance.now() - began))
    throw new CredentialsSignin('No user has this e-mail address and this password.')
  }
  const { user, stored, rehash } = checked
  const identity = passwordIdentity(provider, user, stored)
  const outcome = await login(identity, { linkTo: undefined, lastEnding }, app, exchange)
  if (outcome.kind !== 'redirected') await attempt.succeeded(outcome.userId)
  if (rehash) await replaceHash(provider, stored, typed.password, app)
  return outcome
}

/**
 * Checks a password without starting a session. Attempts are limited like sign-ins. The time of a refusal is
 * not hidden: the client has a valid token or code from a mail to the e-mail address, and sees whether there is
 * a password.
 */
export async function checkedUser(
  provider: PasswordProvider,
  { address, password }: { readonly address: string; readonly password: string },
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  const account = canonicalAddress(address) ?? address
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account }, exchange)
  const checked = await check(provider, canonicalAddress(address), password, app)
  if (checked) await attempt.succeeded(checked.user.id)
  return checked?.user.id
}

/** Returns the identity of a user whose password was verified, or has just been stored. */
export function passwordIdentity(
  provider: PasswordProvider,
  user: AdapterUser,
  { epoch }: AdapterPassword,
): Identity {
  return {
    provider: provider.id,
    user,
    account: accountOf(provider, user.id),
    claim: { kind: 'password', epoch },
    verifiedEmail: null,
  }
}

/** Returns the account that callbacks receive. It is never stored. */
export function accountOf({ id }: PasswordProvider, userId: string) {
  return { provider: id, type: 'password', providerAccountId: userId, userId } as const
}

interface Checked {
  readonly user: AdapterUser
  readonly stored: AdapterPassword
  readonly rehash: boolean
}

/**
 * Returns the user if the password is right. If no user has the e-mail address, does the same reads and the
 * same work, so that the time reveals nothing.
 */
async function check(
  provider: PasswordProvider,
  address: string | undefined,
  password: string,
  app: App,
): Promise<Checked | undefined> {
  const adapter = passwordAdapter(app)
  const user = address === undefined ? null : await userOfAddress(address, adapter)
  const stored = await (user ? storedPassword(user, app) : storedPassword(NO_USER, app).catch(() => null))
  const { valid, rehash } = await verifyPassword(provider, password, user && stored, app)
  return user && stored && valid ? { user, stored, rehash } : undefined
}

/** Replaces an outdated hash. If this fails, the sign-in still succeeds, and the next sign-in tries again. */
async function replaceHash(
  provider: PasswordProvider,
  stored: AdapterPassword,
  password: string,
  app: App,
): Promise<void> {
  try {
    const hash = await passwordHasher(provider, app).hash(password)
    await passwordAdapter(app).setPasswordIf({ ...stored, hash }, stored.epoch)
  } catch (error) {
    app.logger.error(asError(error))
  }
}

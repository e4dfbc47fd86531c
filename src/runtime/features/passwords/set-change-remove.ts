import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type {
  FirstPasswordRefusal,
  PasswordChangeRefusal,
  PasswordRefusal,
  PasswordRemovalRefusal,
  PasswordResult,
} from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { createAttempts } from '../../core/limits/attempts.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { signInAddress } from '../../core/login/email-address.js'
import { endSignIns, lastEnding } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import { login } from '../../core/login/login.js'
import type { SignedIn } from '../../core/login/signed-in-user.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { isRecentSignIn, RECENT_SIGN_IN_SECONDS } from '../../core/sessions/recent-sign-in.js'
import { isBriefSession } from '../../core/sessions/remember-cookie.js'
import { setPasswordWhile } from '../../core/storage/unconfirmed-passwords.js'
import { signedInUser } from '../accounts/account-adapter.js'
import { removeMethod } from '../accounts/remove-sign-in-method.js'
import { hashNewPassword } from './new-password-check.js'
import { passwordIdentity } from './password-login.js'
import { mailChange } from './password-mail.js'
import { newPassword, passwordAdapter, storedPassword } from './password-rows.js'
import { replacePassword } from './replace-and-end-sessions.js'
import { verifyPassword } from './shared-hasher.js'

const refused = <Reason extends PasswordRefusal>(reason: Reason) => ({ ok: false, reason }) as const

export async function setFirstPassword(
  provider: PasswordProvider,
  password: string,
  app: App,
  exchange: Exchange,
): Promise<PasswordResult<FirstPasswordRefusal>> {
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return refused('signedOut')
  const { live, user } = signedIn
  const now = Math.floor(app.clock() / 1000)
  if (!isRecentSignIn(live, { within: RECENT_SIGN_IN_SECONDS, began: now, now }))
    return refused('reauthenticate')
  if (signInAddress(user) === undefined) return refused('notFound')
  if (await storedPassword(user, app)) return refused('hasPassword')
  const hashed = await hashNewPassword(provider, password, user, app, exchange)
  if (hashed.problem !== undefined) return refused(hashed.problem)
  const stored = newPassword(user.id, hashed.hash, app)
  // While the password was hashed, the owner of the e-mail address may have ended this session.
  const isSignedIn = async (): Promise<boolean> => {
    const current = await signedInUser(app, exchange)
    return current !== null && sameId(current.user.id, user.id)
  }
  const result = await setPasswordWhile(isSignedIn, stored, passwordAdapter(app))
  if (result === 'taken') return refused('hasPassword')
  if (result === 'refused') return refused('signedOut')
  mailChange(provider, user, 'saved', app, exchange)
  return { ok: true }
}

/**
 * Changes the password of the signed-in user. Ends all sessions, and signs this browser in again. Returns
 * `url` if that sign-in is redirected or pending.
 */
export async function changePassword(
  provider: PasswordProvider,
  { current, password }: { readonly current: string; readonly password: string },
  app: App,
  exchange: Exchange,
): Promise<PasswordResult<PasswordChangeRefusal>> {
  const checked = await checkCurrent(provider, current, app, exchange)
  if ('ok' in checked) return checked
  const { live, user, stored } = checked
  const hashed = await hashNewPassword(provider, password, user, app, exchange)
  if (hashed.problem !== undefined) return refused(hashed.problem)
  const next = newPassword(user.id, hashed.hash, app)
  const isReplaced = await replacePassword(provider, user, { next, expected: stored.epoch }, app, exchange)
  if (!isReplaced) return refused('changed')
  const ending = await lastEnding(app.commonStore)
  const options = { linkTo: undefined, lastEnding: ending, isBrief: isBriefSession(live) }
  const outcome = await login(passwordIdentity(provider, user, next), options, app, exchange)
  if (outcome.kind !== 'redirected') {
    // Changing the password has ended all sign-ins, so browsers of the user are no longer recognized.
    const account = { provider: provider.id, account: accountOf(user) }
    const signIn = { userId: outcome.userId, lastEnding: ending }
    await exchange.site.get(siteBrowsers).remember(account, signIn, exchange)
  }
  return outcome.kind === 'signedIn' ? { ok: true } : { ok: true, url: outcome.location }
}

export async function removePassword(
  provider: PasswordProvider,
  current: string,
  app: App,
  exchange: Exchange,
): Promise<PasswordResult<PasswordRemovalRefusal>> {
  const checked = await checkCurrent(provider, current, app, exchange)
  if ('ok' in checked) return checked
  const { user, stored } = checked
  const { userId, tenant, epoch } = stored
  const adapter = passwordAdapter(app)
  const removal = {
    counts: true,
    // The user has just typed the current password.
    within: 'always' as const,
    async remove() {
      // Without this call, a link that was sent before could set another password.
      await endSignIns(user.id, app)
      return adapter.deletePasswordIf({ userId, tenant }, epoch)
    },
    restore: async () => void (await adapter.setPasswordIf(stored, null)),
  }
  const result = await removeMethod((_, { id }) => (sameId(id, user.id) ? removal : undefined), app, exchange)
  // The password was found above, so another request has changed or removed it since.
  if (!result.ok && result.reason === 'notFound') return refused('changed')
  if (result.ok) mailChange(provider, user, 'removed', app, exchange)
  return result
}

interface Checked extends SignedIn {
  readonly stored: AdapterPassword
}

/** Checks the current password of the signed-in user. Attempts are limited like attempts to sign in. */
async function checkCurrent(
  provider: PasswordProvider,
  current: string,
  app: App,
  exchange: Exchange,
): Promise<Checked | ReturnType<typeof refused<'signedOut' | 'notFound' | 'wrongPassword'>>> {
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return refused('signedOut')
  const { user } = signedIn
  const attempt = await app
    .get(createAttempts)
    .begin({ provider: provider.id, account: accountOf(user) }, exchange)
  const stored = await storedPassword(user, app)
  if (!stored) return refused('notFound')
  const { valid } = await verifyPassword(provider, current, stored, app)
  if (!valid) return refused('wrongPassword')
  await attempt.succeeded(user.id)
  return { ...signedIn, stored }
}

/**
 * Returns the name under which guesses are counted. It is the same as in the sign-in form, so that guesses in
 * both places are counted together.
 */
function accountOf(user: AdapterUser): string {
  return signInAddress(user) ?? String(user.id)
}

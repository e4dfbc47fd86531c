import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { LinkRefusal, PasswordReset, PasswordResult } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { signInAddress } from '../../core/login/email-address.js'
import { lastEnding } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import { hashNewPassword } from './new-password.js'
import { LINK_TTL_SECONDS } from './pending-sign-up.js'
import { replacePassword } from './replace-password.js'
import { newPassword, passwordAdapter, storedPassword } from './stored-password.js'

/** Contents of a password reset link. */
interface ResetLink {
  readonly userId: string
  /** The e-mail address that the mail was sent to. */
  readonly address: string
  /** The epoch of the password that the link replaces: a random value that changes with the password. */
  readonly epoch: string
}

const isResetLink = isObjectOf<ResetLink>({ userId: isString, address: isString, epoch: isString })

/**
 * The token of a password reset link, for a user with a verified e-mail address.
 *
 * The token is not stored. It is sealed for the tenant and the origin, and contains the epoch of the
 * password. The password is replaced only if its epoch is still the same, and the new password has a new
 * epoch. So only one link can be used, and only once. Opening a link changes nothing, and requesting another
 * link does not invalidate the earlier links.
 */
export async function resetToken(
  user: AdapterUser,
  { epoch }: AdapterPassword,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const link: ResetLink = { userId: user.id, address: signInAddress(user) ?? '', epoch }
  return sealerFor(app, exchange).seal({ ...link }, LINK_TTL_SECONDS)
}

function sealerFor(app: App, { origin }: Exchange): Sealer {
  return app.sealer({ purpose: 'password reset', audience: origin })
}

/** The user and the password of a valid link. `undefined` if the link is not valid. */
export async function openReset(
  token: string,
  app: App,
  exchange: Exchange,
): Promise<{ readonly user: AdapterUser; readonly stored: AdapterPassword } | undefined> {
  const link = await sealerFor(app, exchange).open(token)
  if (!isResetLink(link)) return undefined
  const user = await passwordAdapter(app).getUser(link.userId)
  if (!user || !sameId(user.id, link.userId)) return undefined
  // An unverified e-mail address may belong to another person, who could have added logins. Only a sign-in by
  // mail removes such logins, so the link is refused.
  if (!user.emailVerified || signInAddress(user) !== link.address) return undefined
  const stored = await storedPassword(user, app)
  return stored?.epoch === link.epoch ? { user, stored } : undefined
}

/**
 * Replaces the password of a user with the link of a mail, and ends all sessions of the user. It does not
 * sign the user in, and does not set a first password.
 *
 * @throws {ServerBusy} If too many passwords wait to be hashed.
 */
export async function resetPassword(
  provider: PasswordProvider,
  { token, password }: PasswordReset,
  app: App,
  exchange: Exchange,
): Promise<PasswordResult<LinkRefusal>> {
  const opened = await openReset(token, app, exchange)
  if (!opened) return { ok: false, reason: 'invalidLink' }
  const { user, stored } = opened
  const hashed = await hashNewPassword(provider, password, user, app, exchange)
  if (hashed.problem !== undefined) return { ok: false, reason: hashed.problem }
  const next = newPassword(user.id, hashed.hash, app)
  const isReplaced = await replacePassword(provider, user, { next, expected: stored.epoch }, app, exchange)
  if (!isReplaced) return { ok: false, reason: 'invalidLink' }
  // The reset has ended all sign-ins of the user. So the browsers that the user has signed in with are no
  // longer recognized. This browser is remembered, so that guesses by other clients cannot keep the user from
  // signing in.
  await exchange.site
    .get(siteBrowsers)
    .remember(
      { provider: provider.id, account: signInAddress(user) },
      { userId: user.id, lastEnding: await lastEnding(app.commonStore) },
      exchange,
    )
  return { ok: true }
}

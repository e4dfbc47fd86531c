import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { LinkRefusal, PasswordReset, PasswordResult } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { isObjectOf, isString } from '../../core/base/type-guards.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { signInAddress } from '../../core/login/email-address.js'
import { lastEnding } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { LINK_TTL_SECONDS } from './link-lifetime.js'
import { hashNewPassword } from './new-password-check.js'
import { newPassword, passwordAdapter, storedPassword } from './password-rows.js'
import { replacePassword } from './replace-and-end-sessions.js'

interface ResetLink {
  readonly userId: string
  /** The e-mail address that the mail was sent to. */
  readonly address: string
  /** The epoch of the password that the link replaces. */
  readonly epoch: string
}

const isResetLink = isObjectOf<ResetLink>({ userId: isString, address: isString, epoch: isString })

/**
 * Returns a token for a reset link. The token is not stored. The epoch of the password in it makes sure that
 * only one link works, and only once.
 */
export async function resetToken(
  user: AdapterUser,
  { epoch }: AdapterPassword,
  app: App,
  exchange: Exchange,
): Promise<string> {
  // Some databases use numeric ids.
  const link: ResetLink = { userId: String(user.id), address: signInAddress(user) ?? '', epoch }
  return sealerFor(app, exchange).seal({ ...link }, LINK_TTL_SECONDS)
}

function sealerFor(app: App, { origin }: Exchange): Sealer {
  return app.sealer({ purpose: 'password reset', audience: origin })
}

/**
 * Returns the user and the password of a reset link, or `undefined` if the link is invalid. Changes nothing.
 */
export async function openReset(
  token: string,
  app: App,
  exchange: Exchange,
): Promise<{ readonly user: AdapterUser; readonly stored: AdapterPassword } | undefined> {
  const link = await sealerFor(app, exchange).open(token)
  if (!isResetLink(link)) return undefined
  const user = await passwordAdapter(app).getUser(link.userId)
  if (!user || !sameId(user.id, link.userId)) return undefined
  // An unverified e-mail address may belong to another person, who could have added logins.
  if (!user.emailVerified || signInAddress(user) !== link.address) return undefined
  const stored = await storedPassword(user, app)
  return stored?.epoch === link.epoch ? { user, stored } : undefined
}

/** Replaces the password of a reset link. Ends all sessions of the user, and does not sign the user in. */
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
  // Replacing the password has ended all sign-ins, so no browser of the user is recognized any more. Guesses by
  // other clients must not keep this browser from signing in.
  await exchange.site
    .get(siteBrowsers)
    .remember(
      { provider: provider.id, account: signInAddress(user) },
      { userId: user.id, lastEnding: await lastEnding(app.commonStore) },
      exchange,
    )
  return { ok: true }
}

import type { AdapterAccount, AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { lastEnding } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import { NO_USER, passwordAdapter, storedPassword } from './password-rows.js'

/** The state of an e-mail address. It determines which mail is sent there. */
export type AddressStatus = AddressStatusKind & {
  /** The counter of `lastEnding`. It was read before the user and the password. */
  readonly since: number
}

type AddressStatusKind =
  | { readonly kind: 'noUser' }
  /**
   * Only a mail can prove who the owner is: the e-mail address is unverified, or the user cannot sign in.
   */
  | { readonly kind: 'byMail'; readonly user: AdapterUser }
  | { readonly kind: 'password'; readonly user: AdapterUser; readonly stored: AdapterPassword }
  | { readonly kind: 'accounts'; readonly user: AdapterUser; readonly providers: readonly string[] }

/**
 * Returns the state of an e-mail address. The same reads are made for every e-mail address, so that the
 * response time reveals nothing.
 */
export async function addressStatusOf(address: string, app: App): Promise<AddressStatus> {
  const adapter = passwordAdapter(app)
  // Read before the user. If the user's sign-ins are ended after this read, the link does not work.
  const since = await lastEnding(app.commonStore)
  const found = await userOfAddress(address, adapter)
  const user = found ?? NO_USER
  const reads = Promise.all([storedPassword(user, app), adapter.listAccountsByUserId(user.id)])
  if (!found) {
    await reads.catch(() => undefined)
    return { kind: 'noUser', since }
  }
  const [stored, rows] = await reads
  if (!found.emailVerified) return { kind: 'byMail', user: found, since }
  if (stored) return { kind: 'password', user: found, stored, since }
  // The user cannot sign in with the account of a provider that was removed from the configuration.
  const isUsable = ({ userId, provider }: AdapterAccount): boolean =>
    sameId(userId, found.id) && app.providers.has(provider)
  const providers = rows.filter(isUsable).map(({ provider }) => provider)
  return providers.length === 0
    ? { kind: 'byMail', user: found, since }
    : { kind: 'accounts', user: found, providers: [...new Set(providers)], since }
}

import type { AdapterPassword, AdapterUser } from '../../../adapters/contract.js'
import type { App } from '../../core/lifetimes.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { sameId } from '../../core/login/identity.js'
import { NO_USER, passwordAdapter, storedPassword } from './stored-password.js'

/** What a mail to an address may offer. */
export type Standing =
  /** No user has the address. */
  | { readonly kind: 'nobody' }
  /**
   * A user has the address, and only a mail can show whose it is: it is not verified, or the user has no other way to sign in, as after a
   * sign-up that was interrupted.
   */
  | { readonly kind: 'byMail'; readonly user: AdapterUser }
  | { readonly kind: 'password'; readonly user: AdapterUser; readonly stored: AdapterPassword }
  /** The user signs in by accounts of these providers. */
  | { readonly kind: 'accounts'; readonly user: AdapterUser; readonly providers: readonly string[] }

/** Reads what an address stands for. The same reads are made if no user has it. */
export async function standingOf(address: string, app: App): Promise<Standing> {
  const adapter = passwordAdapter(app)
  const found = await userOfAddress(address, adapter)
  const user = found ?? NO_USER
  const [stored, rows] = await Promise.all([storedPassword(user, app), adapter.listAccountsByUserId(user.id)])
  if (!found) return { kind: 'nobody' }
  if (!found.emailVerified) return { kind: 'byMail', user: found }
  if (stored) return { kind: 'password', user: found, stored }
  const providers = rows.filter((row) => sameId(row.userId, found.id)).map(({ provider }) => provider)
  return providers.length === 0
    ? { kind: 'byMail', user: found }
    : { kind: 'accounts', user: found, providers: [...new Set(providers)] }
}

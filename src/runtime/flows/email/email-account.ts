import type { AdapterUser } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import type { EmailProvider } from '../../../providers/kinds/email.js'

/** Whom an address stands for. */
export interface EmailAccount {
  /** As stored, or with the address alone. */
  readonly user: AdapterUser
  readonly account: Account
}

/** The user behind an address, who may not be stored yet, and their account, which never is: the address is the account. */
export function emailAccount(
  { id: provider }: EmailProvider<string>,
  address: string,
  stored: AdapterUser | null,
): EmailAccount {
  const user = stored ?? { id: crypto.randomUUID(), email: address, emailVerified: null }
  return { user, account: { provider, type: 'email', providerAccountId: address, userId: user.id } }
}

import { MissingAdapter, MissingAdapterMethods } from '../../../errors.js'
import { findSignedIn, type SignedIn } from '../../core/login/signed-in-user.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

export function accountAdapter({ adapter }: Pick<App, 'adapter'>): GuardedAdapter {
  if (!adapter) throw new MissingAdapter('Accounts of users are stored by an adapter: call .adapter().')
  if (adapter.has('listAccountsByUserId')) return adapter
  throw new MissingAdapterMethods(
    'The adapter lacks the method `listAccountsByUserId`, which accounts need. Add it to the adapter.',
  )
}

/** Returns the signed-in user, or `null` if no user is signed in or the user was deleted. */
export async function signedInUser(app: App, exchange: Exchange): Promise<SignedIn | null> {
  return findSignedIn(exchange, accountAdapter(app))
}

import type { AdapterUser } from '../../adapters/contract.js'
import { AccountNotLinked } from '../../errors.js'
import type { Instance } from '../compile.js'
import type { Exchange } from '../http/exchange.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { sameId } from './same-id.js'

/**
 * Removes every way in to a user whose address is proven for the first time, by somebody who is not signed in as that
 * user: whoever attached them may have waited for its owner. Throws `AccountNotLinked` where the adapter cannot.
 *
 * @see https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan
 */
export async function removeOtherLogins(
  user: AdapterUser,
  adapter: GuardedAdapter,
  { providers, spec, revocations }: Instance,
  exchange: Exchange,
): Promise<void> {
  // Without another kind of provider nobody but owners of addresses has ever signed in.
  if ([...providers.values()].every(({ type }) => type === 'email')) return
  const live = await exchange.site.sessions.find(exchange)
  if (live && sameId(live.userId, user.id)) return
  if (!adapter.has('deleteLoginsByUserId')) {
    throw new AccountNotLinked(
      'A user has signed up with an address without showing that it is theirs, and now its owner signs in by mail. What ' +
        'was attached to the user before must go first: give the adapter the method `deleteLoginsByUserId`, or set ' +
        '`emailVerified` where you know that the address is theirs.',
    )
  }
  await adapter.deleteLoginsByUserId(user.id)
  if (spec.session.strategy === 'jwt') await revocations.revokeAll(user.id)
}

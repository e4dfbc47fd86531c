import { macTag } from '../crypto/mac.js'
import type { App } from '../object-lifetimes.js'
import { type Counted, type CountedAttempt, type CounterParts, takeBack } from './counter.js'
import { type LimitName, type LimitPolicies, limitPolicies } from './default-limits.js'
import { foldedName } from './folded-name.js'
import { refusedAbove } from './global-limit.js'
import type { NamedAccount } from './known-browsers.js'
import { limitKeys } from './limit-keys.js'

export interface AttemptedAccount extends NamedAccount {
  /** Set for guesses of the code in a mail, which are counted separately. */
  readonly guessed?: 'code'
}

interface AttemptingClient {
  /** The id of the browser, if it has signed in to the account before. */
  readonly browser: string | undefined
  readonly address: string | undefined
}

export type AttemptCounts = (
  account: AttemptedAccount,
  client: AttemptingClient,
) => Promise<readonly NamedCount[]>

/**
 * Returns a function that lists the counts to which an attempt is added. Keys are MACs, so the store contains
 * neither accounts nor IP addresses. Tenants share only the counts per IP address.
 */
export function attemptCounts(app: App): AttemptCounts {
  const mac = app.mac('attempts')
  const keys = limitKeys(app, 'attempts')
  const { global, ...others } = limitPolicies(app.spec.options.limits)
  const policies: LimitPolicies = { ...others, ...(global && { global: refusedAbove(global) }) }
  const namesOf = async (
    { provider: id, account: name, guessed }: AttemptedAccount,
    client: AttemptingClient,
  ): Promise<readonly CountName[]> => {
    const provider = guessed ? `${id} ${guessed}` : id
    const exact = JSON.stringify([provider, name])
    const { browser, address } = client
    // Only the exact name: failures at an account with a similar name must not affect this browser.
    if (browser !== undefined) {
      return [
        { limit: 'browser', texts: [exact, browser] },
        { limit: 'browsers', texts: [exact] },
      ]
    }
    // Redundant, because the key of the count is a MAC as well. Without it, counts that are already stored
    // would be lost.
    const folded =
      name === undefined
        ? undefined
        : await macTag(mac, JSON.stringify(['account', provider, foldedName(name)]))
    return namesForUnknownBrowser({ folded, exact, address })
  }
  const countOf = async ({ limit, texts, form }: CountName): Promise<readonly NamedCount[]> => {
    const policy = policies[limit]
    if (!policy) return []
    const keyOf = limit === 'address' ? keys.ofAll : keys.ofTenant
    return [{ policy, key: await keyOf(`attempts-${limit}`, JSON.stringify([limit, ...texts])), form }]
  }
  return async (account, client) => {
    const names = await namesOf(account, client)
    return (await Promise.all(names.map(countOf))).flat()
  }
}

interface CountName {
  readonly limit: LimitName
  readonly texts: readonly string[]
  readonly form?: 'folded' | 'exact'
}

interface NamedCount extends Counted {
  readonly form: CountName['form']
}

interface NameParts {
  /** `undefined` if the sign-in form has no name field. */
  readonly folded: string | undefined
  readonly exact: string
  readonly address: string | undefined
}

/**
 * Returns the counts for an attempt in a browser that has not signed in to the account before. Each IP
 * address has two counts per account: one for the folded name and one for the exact name. A successful
 * sign-in removes only attempts with the exact name, because a similar name may belong to another user.
 */
function namesForUnknownBrowser({ folded, exact, address }: NameParts): readonly CountName[] {
  const names: CountName[] = [{ limit: 'global', texts: [] }]
  if (address) names.push({ limit: 'address', texts: [address] })
  if (folded) names.push({ limit: 'account', texts: [folded] })
  if (folded && address) {
    names.push(
      { limit: 'addressAndAccount', texts: [folded, address], form: 'folded' },
      { limit: 'addressAndAccount', texts: [folded, address, exact], form: 'exact' },
    )
  }
  return names
}

/**
 * Resets the counts of this client at this account. From all other counts, only the attempts of this client
 * are subtracted. If they were reset, an attacker could sign in to one account and then continue to guess the
 * passwords of others.
 */
export async function forgetAttempt(
  attempts: readonly (CountedAttempt & NamedCount)[],
  parts: CounterParts,
): Promise<void> {
  const folded = attempts.find(({ form }) => form === 'folded')
  const isReset = ({ form, policy }: CountedAttempt & NamedCount): boolean =>
    policy.name === 'browser' || form === 'exact'
  const reset = async ({ key }: CountedAttempt): Promise<void> => {
    const count = Number(await parts.store.consume(key))
    // `consume` returns the count to only one of several concurrent sign-ins. That sign-in subtracts all
    // attempts with the exact name. A known browser has no folded count.
    if (folded) await takeBack([folded], parts, count)
  }
  await Promise.all(attempts.filter(isReset).map(reset))
  const others = attempts.filter((each) => each !== folded && !isReset(each))
  await takeBack(others, parts)
}

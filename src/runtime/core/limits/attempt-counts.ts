import { macTag } from '../crypto/mac.js'
import type { App } from '../lifetimes.js'
import { type Counted, type CountedAttempt, type CounterParts, takeBack } from './counter.js'
import { foldedName } from './folded-name.js'
import type { NamedAccount } from './known-browsers.js'
import type { LimitParts } from './limit-parts.js'
import { type LimitName, type LimitPolicies, limitPolicies } from './limit-policies.js'

/**
 * Above this multiple of the global limit, attempts are refused. Between the limit and the multiple, they are
 * only delayed.
 */
const REFUSAL_FACTOR = 10

/** The account that an attempt is for. */
export interface AttemptedAccount extends NamedAccount {
  /**
   * `'code'` for the code in a mail. Guesses of a code are counted separately, so that they do not use up the
   * limit of other attempts at the account.
   */
  readonly guessed?: 'code'
}

/** The client that makes an attempt. */
interface AttemptingClient {
  /** The id of the browser, if it is known for the account. */
  readonly browser: string | undefined
  readonly address: string | undefined
}

/** The limits and keys under which an attempt is counted. */
export type AttemptCounts = (
  account: AttemptedAccount,
  client: AttemptingClient,
) => Promise<readonly NamedCount[]>

/**
 * Selects the counts of attempts. Keys are MACs, so the store contains neither accounts nor IP addresses.
 * Applications with different secrets can share a store, and are counted separately. Tenants share only the
 * counts per IP address.
 */
export function attemptCounts(app: App, { limits, keys }: LimitParts): AttemptCounts {
  const mac = app.mac('attempts')
  const { global, ...others } = limitPolicies(limits)
  // If the global limit refused attempts at once, one client could lock out all other users. So attempts
  // above the limit are delayed first.
  const policies: LimitPolicies = {
    ...others,
    ...(global && { global: { ...global, max: global.max * REFUSAL_FACTOR } }),
  }
  const namesOf = async (
    { provider: id, account: name, guessed }: AttemptedAccount,
    client: AttemptingClient,
  ): Promise<readonly CountName[]> => {
    const provider = guessed ? `${id} ${guessed}` : id
    const exact = JSON.stringify([provider, name])
    const { browser, address } = client
    // A browser is known only for the exact name of an account. Failures at an account with a similar name do
    // not affect the browser.
    if (browser !== undefined) {
      return [
        { limit: 'browser', texts: [exact, browser] },
        { limit: 'browsers', texts: [exact] },
      ]
    }
    // The key, which contains this MAC, is a MAC, too. The form stays, so that counts in a store remain valid.
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

/** The limit of a count, and the strings that identify the count. */
interface CountName {
  readonly limit: LimitName
  readonly texts: readonly string[]
  /** The form of the account's name. Attempts per IP address and account are counted once for each form. */
  readonly form?: 'folded' | 'exact'
}

/** A limit and its key, with the form of the name that the key contains. */
interface NamedCount extends Counted {
  readonly form: CountName['form']
}

interface NameParts {
  /** The account by its folded name. `undefined` if the form has no name. */
  readonly folded: string | undefined
  /** The account by its exact name. */
  readonly exact: string
  readonly address: string | undefined
}

/**
 * The counts of an unknown browser. Per IP address and account, there are two counts: one by the folded name
 * and one by the exact name. A success removes only the attempts with the exact name, because a similar name
 * may belong to another user.
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
 * Removes a successful attempt from the counts, together with earlier failures from the same browser, or for
 * the same exact name and IP address. The other counts keep their failures. Otherwise an attacker could reset
 * the counts of guesses at other accounts by signing in to an account of the attacker.
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
    // `consume` returns the count to only one of several concurrent sign-ins. The sign-in that receives the
    // count subtracts all attempts with the exact name from the folded count. A known browser has no folded
    // count.
    if (folded) await takeBack([folded], parts, count)
  }
  await Promise.all(attempts.filter(isReset).map(reset))
  const others = attempts.filter((each) => each !== folded && !isReset(each))
  await takeBack(others, parts)
}

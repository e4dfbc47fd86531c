import type { AuthOptions } from '../../options/auth-options.js'
import type { LimitsOptions } from '../../options/limits-options.js'
import type { LoggerInstance } from '../../options/logger.js'
import type { Store } from '../../stores/contract.js'
import { asError } from '../as-error.js'
import { createMac } from '../crypto/mac.js'
import type { Attempts, Guess } from './attempts.js'
import { clientAddress } from './client-address.js'
import { type Counted, count, takeBack } from './counted.js'
import { type LimitName, limitPolicies } from './limit-policy.js'

/** What attempts are limited with. */
export interface AttemptsParts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly logger: LoggerInstance
  readonly limits: LimitsOptions
  /** The option of that name. */
  readonly clientAddress: AuthOptions['clientAddress']
  /** The header in which the proxy tells the address, where the environment names one. */
  readonly header: string | undefined
}

/** Characters of a MAC that tell keys apart: 132 bits. */
const TAG_LENGTH = 22

/**
 * Limits attempts by address, by account, by both and in total. A browser that has signed in to an account before is
 * counted by itself, so that nobody who guesses keeps out the people whose account it is.
 *
 * Keys are MACs: the store holds neither accounts nor addresses, and applications that share one do not count for
 * each other.
 *
 * @see https://pages.nist.gov/800-63-4/sp800-63b.html#throttle
 */
export function createAttempts(parts: AttemptsParts): Attempts {
  const { store, secrets, logger } = parts
  const mac = createMac(secrets, 'attempts')
  const policies = limitPolicies(parts.limits)
  const addressOf = clientAddress({ option: parts.clientAddress, header: parts.header })

  const tag = async (...text: readonly string[]): Promise<string> =>
    (await mac.sign(JSON.stringify(text))).slice(0, TAG_LENGTH)

  const accountOf = async ({ provider, account }: Guess): Promise<string | undefined> =>
    account === undefined ? undefined : tag('account', provider, canonical(account))

  const countedUnder = async (keys: Keys): Promise<readonly Counted[]> => {
    const counted = Object.entries(keys).map(async ([name, text]): Promise<readonly Counted[]> => {
      const policy = policies[name as LimitName]
      return policy ? [{ policy, key: `attempts-${name}:${await tag(name, ...text)}` }] : []
    })
    return (await Promise.all(counted)).flat()
  }

  return {
    async begin(guess, exchange) {
      const browsers = await exchange.site.browsers()
      const account = await accountOf(guess)
      const browser = account && (await browsers.find(account, exchange))
      const address = addressOf(exchange.request)
      const counted = await countedUnder(
        account && browser ? { browser: [account, browser] } : keysOf(account, address),
      )
      await count(counted, store)
      return {
        async succeeded() {
          if (account) await browsers.remember(account, exchange)
          // Whoever has signed in has signed in, whatever becomes of the counts.
          await forget(counted, store).catch((error: unknown) => logger.error(asError(error)))
        },
      }
    },
  }
}

/** What is counted under which limit: texts that name it. */
type Keys = Readonly<Partial<Record<LimitName, readonly string[]>>>

/** The limits that hold for a browser that nobody knows. */
function keysOf(account: string | undefined, address: string | undefined): Keys {
  return {
    ...(account && address && { addressAndAccount: [account, address] }),
    ...(address && { address: [address] }),
    ...(account && { account: [account] }),
    global: [],
  }
}

/**
 * Takes an attempt that succeeded off the counts. What was counted for this person alone begins again at 0; of the
 * others, somebody with an account of their own could otherwise wipe out what they guessed at other accounts.
 */
async function forget(counted: readonly Counted[], store: Store): Promise<void> {
  const isTheirs = ({ policy: { name } }: Counted): boolean =>
    name === 'browser' || name === 'addressAndAccount'
  const others = counted.filter((each) => !isTheirs(each))
  const cleared = counted.filter(isTheirs).map(async ({ key }) => store.consume(key))
  await Promise.all([...cleared, takeBack(others, store)])
}

/** One spelling of an account's name: many applications compare without case, and no count may be got round so. */
function canonical(account: string): string {
  return account.normalize('NFKC').trim().toLowerCase()
}

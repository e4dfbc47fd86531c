import type { EmailProvider } from '../../../providers/kinds/email.js'
import { createMac } from '../../crypto/mac.js'
import { randomToken } from '../../crypto/random.js'
import type { EmailCapabilities, EmailExchange } from './capabilities.js'
import type { PendingMail } from './pending-mail.js'

/** One request for a mail among those that a browser sends for two clicks on one button. */
export interface MailRequestTurn {
  /** Of the same request, which another click made and which ended just now: the mail for the cookie. */
  readonly other: PendingMail | undefined
  /** Ends the request and passes the mail to those that wait. Returns what goes into the cookie. */
  end(mail: PendingMail): Promise<PendingMail>
  /** Ends the request without a mail, so that another one sends it. */
  giveUp(): Promise<void>
}

/** Under the key of a request while it is in progress. */
const UNDER_WAY = 'under way'

/** Seconds for which a request may be in progress: a mail is sent within 15. */
const SENDING_AGE = 20

/** Seconds within which the browser gets the response to the first click. */
const RESPONSE_AGE = 10

/** Milliseconds between two reads of a request that is in progress. */
const INTERVAL = 100

/**
 * Joins a request for a mail with the same one of the same browser, so that two clicks send one mail. A browser that has the response to the
 * first request sends its cookie with the next, which is a new request then.
 */
export async function mailRequestTurn(
  provider: EmailProvider<string>,
  { address, callbackUrl }: Pick<PendingMail, 'address' | 'callbackUrl'>,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<MailRequestTurn> {
  const { store, secrets } = instance
  const { headers } = exchange.request
  const cookie = await exchange.context.pendingMail()
  const browser = [
    exchange.cookies.get(exchange.context.cookies.csrfToken.name) ?? '',
    headers.get('user-agent') ?? '',
    headers.get('accept-language') ?? '',
  ]
  const request = JSON.stringify([provider.id, exchange.origin, address, callbackUrl, ...browser])
  const key = `mail-click:${await createMac(secrets, 'mail click').sign(request)}`
  const begin = (expected: string | null): PromiseLike<boolean> | boolean =>
    store.compareAndSet(key, expected, UNDER_WAY, SENDING_AGE)
  const turn: MailRequestTurn = {
    other: undefined,
    async end(mail) {
      const marked = { ...mail, request: randomToken(12) }
      await store.set(key, await cookie.seal(marked), RESPONSE_AGE)
      return marked
    },
    async giveUp() {
      await store.consume(key)
    },
  }
  const held = await cookie.find(provider.id, exchange)
  for (let waited = 0; waited <= SENDING_AGE * 1_000; waited += INTERVAL) {
    if (await begin(null)) return turn
    const value = await store.get(key)
    const other = value === null || value === UNDER_WAY ? undefined : await cookie.open(value)
    if (other && held?.request !== other.request) return { ...turn, other }
    if (other && (await begin(value))) return turn
    await new Promise((resolve) => setTimeout(resolve, INTERVAL))
  }
  return turn
}

import type { EmailProvider } from '../../../providers/kinds/email.js'
import { delay } from '../../core/base/delay.js'
import { randomToken } from '../../core/crypto/random.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { type PendingMail, sitePendingMail } from './pending-mail.js'

/**
 * If the user clicks the button twice, the browser sends two identical requests. Only one of them sends a mail.
 */
export interface SharedMailRequest {
  /**
   * The mail of an identical request that has just ended, even if it was not sent. If present, this request
   * sends no mail.
   */
  readonly otherMail: PendingMail | undefined
  /** Passes the mail to identical requests that wait for it. Returns the contents of the cookie. */
  end(mail: PendingMail): Promise<PendingMail>
  /** Lets a waiting request send a mail instead. */
  giveUp(): Promise<void>
}

const IN_PROGRESS = 'in progress'

/** Longer than the 15 seconds that sending a mail may take. */
const SENDING_TTL_SECONDS = 20

/** Time for which the response is kept for a second click on the same button. */
const RESPONSE_TTL_SECONDS = 10

const POLL_MS = 100

/**
 * Joins a request to an identical earlier request of the same browser, which is identified by its CSRF cookie.
 * A request without a valid CSRF cookie is not joined.
 *
 * If the request contains the cookie that the earlier response has set, the user has seen that response and
 * wants another mail, so the request is not joined either.
 *
 * The `state` of a `PendingMail` is different each time it is sealed, so the data in it is compared instead.
 */
export async function shareMailRequest(
  provider: EmailProvider<string>,
  { address, callbackUrl, data }: Pick<PendingMail, 'address' | 'callbackUrl'> & { readonly data: unknown },
  app: App,
  exchange: Exchange,
): Promise<SharedMailRequest> {
  const { store } = app
  const { headers } = exchange.request
  const { csrf, sessions } = exchange.site
  const { token, cookie: replacement } = await csrf.current(exchange.cookies, await sessions.key(exchange))
  if (replacement || token === '')
    return { otherMail: undefined, end: async (mail) => mail, giveUp: async () => undefined }
  const cookie = exchange.site.get(sitePendingMail)
  const browser = [token, headers.get('user-agent') ?? '', headers.get('accept-language') ?? '']
  const parts = [
    provider.id,
    exchange.origin,
    address,
    callbackUrl,
    data === undefined ? [] : [data],
    ...browser,
  ]
  const key = `mail-click:${await app.mac('mail click').sign(JSON.stringify(parts))}`
  const begin = (expected: string | null): PromiseLike<boolean> | boolean =>
    store.compareAndSet(key, expected, IN_PROGRESS, SENDING_TTL_SECONDS)
  const sending: SharedMailRequest = {
    otherMail: undefined,
    async end(mail) {
      const marked = { ...mail, request: randomToken(12) }
      await store.set(key, await cookie.seal(marked, RESPONSE_TTL_SECONDS), RESPONSE_TTL_SECONDS)
      return marked
    },
    async giveUp() {
      await store.consume(key)
    },
  }
  const current = await cookie.find(provider.id, exchange)
  for (let waited = 0; waited <= SENDING_TTL_SECONDS * 1_000; waited += POLL_MS) {
    if (await begin(null)) return sending
    const value = await store.get(key)
    const otherMail = value === null || value === IN_PROGRESS ? undefined : await cookie.open(value)
    if (otherMail && current?.request !== otherMail.request) return { ...sending, otherMail }
    if (otherMail && (await begin(value))) return sending
    await delay(POLL_MS)
  }
  return sending
}

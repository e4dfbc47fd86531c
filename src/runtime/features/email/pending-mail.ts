import type { EmailProvider } from '../../../providers/kinds/email.js'
import { delay } from '../../core/base/delay.js'
import { isNumber, isObjectOf, isOptional, isString } from '../../core/base/type-guards.js'
import { randomToken } from '../../core/crypto/random.js'
import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import { fitsIntoCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearChunked } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import type { App, Exchange, Site } from '../../core/object-lifetimes.js'

/** Contents of the sealed cookie in the browser that requested a mail. */
export interface PendingMail {
  /** Identifies the mail in the count of guessed codes. */
  readonly id: string
  readonly provider: string
  readonly address: string
  readonly token: string
  readonly code: string
  /** Missing if it would not fit into the cookie. */
  readonly callbackUrl?: string | undefined
  /** In milliseconds since 1970. */
  readonly expires: number
  /** A random id of the request whose response set the cookie. */
  readonly request?: string | undefined
  /** Data of the sign-in, sealed for the e-mail address. */
  readonly state?: string | undefined
}

const isPendingMail = isObjectOf<PendingMail>({
  id: isString,
  provider: isString,
  address: isString,
  token: isString,
  code: isString,
  callbackUrl: isOptional(isString),
  expires: isNumber,
  request: isOptional(isString),
  state: isOptional(isString),
})

export interface PendingMailCookie {
  /**
   * The length and the lifetime of the cookie must not reveal whether a new mail was sent. So it always
   * lasts for `seconds`, the lifetime of a new mail, even if it contains an earlier mail.
   */
  keep(mail: PendingMail, seconds: number, exchange: CookieExchange): Promise<void>
  find(provider: string, exchange: CookieExchange): Promise<PendingMail | undefined>
  clear(exchange: CookieExchange): void
  seal(mail: PendingMail, seconds: number): Promise<string>
  open(value: string): Promise<PendingMail | undefined>
}

export function sitePendingMail({ cookies, app }: Site): PendingMailCookie {
  const { clock } = app
  const { name, options } = cookies.pendingMail
  const sealer = app.sealer({ purpose: 'mail', audience: name })
  const seal = (mail: PendingMail, seconds: number): Promise<string> => sealer.seal({ ...mail }, seconds)
  const open = async (value: string): Promise<PendingMail | undefined> => {
    const opened = await sealer.open(value)
    return isPendingMail(opened) ? opened : undefined
  }
  const clear = (exchange: CookieExchange): void =>
    addCookies(exchange, clearChunked(cookies.pendingMail, exchange.cookies))
  return {
    seal,
    open,
    clear,
    async keep(mail, seconds, exchange) {
      const fits = fitsIntoCookie(name, cookies.pendingMail, cookies, exchange)
      const whole = await seal(mail, seconds)
      // If the value is too long, the callback URL is left out. If it is still too long, no cookie is set. The
      // link still works without the cookie, but the user needs one more click.
      const value = fits(whole.length) ? whole : await seal({ ...mail, callbackUrl: undefined }, seconds)
      if (!fits(value.length)) return clear(exchange)
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: seconds } }])
    },

    async find(provider, exchange) {
      const mails = (await openAll(name, exchange.cookies, sealer)).filter((opened) => isPendingMail(opened))
      return mails.find((mail) => mail.provider === provider && mail.expires > clock())
    },
  }
}

/**
 * If the user clicks the button twice, the browser sends two identical requests, and only one of them sends
 * a mail.
 */
export interface SharedMailRequest {
  /**
   * The mail of an identical request that has just ended, whether or not it was sent. If present, this
   * request sends no mail.
   */
  readonly otherMail: PendingMail | undefined
  /** Passes the mail to identical requests that wait for it. Returns the contents of the cookie. */
  end(mail: PendingMail): Promise<PendingMail>
  /** Lets a waiting request send a mail instead. */
  giveUp(): Promise<void>
}

const IN_PROGRESS = 'in progress'

/** A mail is sent within 15 seconds. */
const SENDING_TTL_SECONDS = 20

/** For a second click on the same button. */
const RESPONSE_TTL_SECONDS = 10

const POLL_MS = 100

/**
 * Joins a request to an identical earlier request of the same browser. If the browser has already received the
 * response to the earlier request, this request contains the new cookie. It is then not joined, because the
 * user wants another mail.
 *
 * The browser is identified by its CSRF cookie. A request without a valid CSRF cookie is not joined.
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

/** Sealed data is valid only for this e-mail address and origin. `seconds` is its lifetime. */
export async function sealData(
  data: unknown,
  address: string,
  seconds: number,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  return data === undefined ? undefined : sealerFor(address, app, exchange).seal({ data }, seconds)
}

export async function openData(
  sealed: string,
  address: string,
  app: App,
  exchange: Exchange,
): Promise<unknown> {
  return (await sealerFor(address, app, exchange).open(sealed))?.['data']
}

function sealerFor(address: string, { secrets, clock }: App, { origin }: Exchange): Sealer {
  // The audience contains the origin, because another origin may have another schema for the data.
  return createSealer({
    secrets,
    purpose: 'state of a mail',
    audience: JSON.stringify([origin, address]),
    clock,
  })
}

import * as v from 'valibot'
import type { Sealer } from '../../crypto/sealer.js'
import { roomForCookie } from '../../http/cookie-budget.js'
import type { CookiePolicy } from '../../http/cookie-policy.js'
import { addCookies, type CookieExchange, clearCookie } from '../../http/cookies.js'

/** The sealed cookie of the browser that requested a mail. */
export interface PendingMail {
  /** Names it where guesses at its code are counted. */
  readonly id: string
  readonly provider: string
  readonly address: string
  readonly token: string
  readonly code: string
  /** The callback URL; missing where it would not fit into the cookie. */
  readonly callbackUrl?: string | undefined
  /** When link and code end, in milliseconds since 1970. */
  readonly expires: number
  /** Names the request whose response set the cookie. */
  readonly request?: string | undefined
  /** What the sign-in was started with, sealed for the address. */
  readonly state?: string | undefined
}

const PendingMailSchema: v.GenericSchema<PendingMail> = v.object({
  id: v.string(),
  provider: v.string(),
  address: v.string(),
  token: v.string(),
  code: v.string(),
  callbackUrl: v.optional(v.string()),
  expires: v.number(),
  request: v.optional(v.string()),
  state: v.optional(v.string()),
})

/** The cookie of the last mail that a browser requested. */
export interface PendingMailCookie {
  keep(mail: PendingMail, exchange: CookieExchange): Promise<void>
  find(provider: string, exchange: CookieExchange): Promise<PendingMail | undefined>
  clear(exchange: CookieExchange): void
  /** The value of the cookie, for the store. */
  seal(mail: PendingMail): Promise<string>
  /** What `seal` returned, opened. */
  open(value: string): Promise<PendingMail | undefined>
}

export interface PendingMailParts {
  readonly cookies: CookiePolicy
  readonly sealer: Sealer
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The longest value of the cookie, in characters: name and attributes need the rest of 4,096 bytes. */
const MAX_VALUE = 3_800

export function pendingMailCookie({ cookies, sealer, clock }: PendingMailParts): PendingMailCookie {
  const { name, options } = cookies.pendingMail
  const maxAgeOf = ({ expires }: PendingMail): number => Math.max(1, Math.floor((expires - clock()) / 1000))
  const seal = (mail: PendingMail): Promise<string> => sealer.seal({ ...mail }, maxAgeOf(mail))
  const open = async (value: string): Promise<PendingMail | undefined> => {
    const opened = await sealer.open(value)
    return v.is(PendingMailSchema, opened) ? opened : undefined
  }
  return {
    seal,
    open,
    async keep(mail, exchange) {
      const max = Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - name.length)
      const whole = await seal(mail)
      // Without the cookie the link still works, and only costs one click more.
      const value = whole.length <= max ? whole : await seal({ ...mail, callbackUrl: undefined })
      if (value.length > max) return
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: maxAgeOf(mail) } }])
    },

    async find(provider, exchange) {
      const value = exchange.cookies.get(name)
      const opened = value === undefined ? undefined : await open(value)
      return opened?.provider === provider && opened.expires > clock() ? opened : undefined
    },

    clear(exchange) {
      if (exchange.cookies.get(name) !== undefined) addCookies(exchange, [clearCookie(name, options)])
    },
  }
}

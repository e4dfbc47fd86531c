import { InvalidCheck } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { isAnything, isObjectOf, isOneOf, isOptional, isString } from '../../core/base/type-guards.js'
import { decodeBase64url, encodeBase64url } from '../../core/crypto/base64url.js'
import { addCookies, type CookieExchange, clearCookie } from '../../core/http/cookies.js'
import { isLinking, type Linking } from '../../core/login/linking-flow.js'
import type { Site } from '../../core/object-lifetimes.js'
import { singleUse } from '../../core/storage/single-use.js'

export interface Ceremony {
  readonly action: 'register' | 'authenticate'
  readonly provider: string
  /** The ceremony must end at this origin. */
  readonly origin: string
  /** In base64url. */
  readonly challenge: string
  /** The session of the user who adds a passkey. Absent for a sign-in or a sign-up. */
  readonly linkTo?: Linking | undefined
  readonly newUser?: NewUser | undefined
  /** As returned by `.flow({ data })`. */
  readonly data?: unknown
}

/** The database may assign another id. */
export interface NewUser {
  readonly id: string
  readonly email: string
  readonly name?: string | undefined
}

const isCeremony = isObjectOf<Ceremony>({
  action: isOneOf('register', 'authenticate'),
  provider: isString,
  origin: isString,
  challenge: isString,
  linkTo: isOptional(isLinking),
  newUser: isOptional(isObjectOf<NewUser>({ id: isString, email: isString, name: isOptional(isString) })),
  data: isAnything,
})

/**
 * One cookie per ceremony, so that passkey autofill, the button of the page and other tabs do not interfere.
 */
export interface CeremonyCookies {
  begin(ceremony: Omit<Ceremony, 'challenge'>, exchange: CookieExchange): Promise<Ceremony>
  /**
   * Returns the ceremony with this challenge. Deletes its cookie and marks it as used, so that the response
   * cannot be used again.
   */
  take(challenge: string, exchange: CookieExchange): Promise<Ceremony>
  /** Deletes the mark after the response was rejected. Otherwise any client could fill the store. */
  release(ceremony: Ceremony, exchange: CookieExchange): Promise<void>
}

/** The sign-in page restarts passkey autofill before this time has passed. */
const MAX_AGE_SECONDS = 15 * 60

/** At least as long as any server accepts the cookie. */
const SPENT_TTL_SECONDS = MAX_AGE_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** Maximum number per browser. The oldest ceremonies are dropped. */
const MAX_CEREMONIES = 5

/** A challenge begins with the time in milliseconds since 1970, by which ceremonies are sorted. */
const TIME_BYTES = 6
const RANDOM_BYTES = 32

/** In characters. The id is the beginning of the challenge. */
const ID_LENGTH = 24

/** Only strings of these forms become part of a cookie name. */
const CHALLENGE = /^[\w-]{51}$/
const ID = /^[\w-]{24}$/

export function siteCeremonies({ cookies: { webauthnChallenge: cookie }, app }: Site): CeremonyCookies {
  const { store, clock } = app
  const sealer = app.sealer({ purpose: 'webauthn challenge', audience: cookie.name })
  const prefix = `${cookie.name}.`
  const clear = (name: string, exchange: CookieExchange): void =>
    addCookies(exchange, [clearCookie(name, cookie.options)])
  const uses = singleUse(cookie, store)
  const nameOf = (challenge: string): string => prefix + challenge.slice(0, ID_LENGTH)

  return {
    async begin(fields, exchange) {
      const ids = [...exchange.cookies.names()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
        .filter((id) => ID.test(id))
        .sort((one, other) => timeOf(one) - timeOf(other))
      for (const id of ids.slice(0, -(MAX_CEREMONIES - 1))) clear(prefix + id, exchange)
      const ceremony = { ...fields, challenge: newChallenge(clock()) }
      const value = await sealer.seal(ceremony, MAX_AGE_SECONDS)
      const options = { ...cookie.options, maxAge: MAX_AGE_SECONDS }
      addCookies(exchange, [{ name: nameOf(ceremony.challenge), value, options }])
      return ceremony
    },

    async take(challenge, exchange) {
      const value = CHALLENGE.test(challenge) ? exchange.cookies.get(nameOf(challenge)) : undefined
      if (value === undefined) throw new InvalidCheck('No passkey was requested with this challenge.')
      const opened = await sealer.open(value)
      const ceremony = isCeremony(opened) && opened.challenge === challenge ? opened : undefined
      // Mark the ceremony as used before deleting the cookie. If the store fails, the browser can send the
      // response again.
      const isFirst = ceremony && (await uses.spend(keyOf(challenge), SPENT_TTL_SECONDS, exchange))
      clear(nameOf(challenge), exchange)
      if (!ceremony) throw new InvalidCheck('The passkey ceremony took too long, or its cookie was changed.')
      if (!isFirst) throw new InvalidCheck('The response of the authenticator was used before.')
      return ceremony
    },

    release: ({ challenge }, exchange) => uses.release(keyOf(challenge), exchange),
  }
}

function keyOf(challenge: string): string {
  return `webauthn:${challenge}`
}

/**
 * Returns a random challenge that begins with the time.
 *
 * @param time - In milliseconds since 1970.
 */
function newChallenge(time: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TIME_BYTES + RANDOM_BYTES))
  for (let index = 0; index < TIME_BYTES; index++) {
    bytes[index] = Math.floor(time / 256 ** (TIME_BYTES - 1 - index)) % 256
  }
  return encodeBase64url(bytes)
}

/** Returns the time in a challenge, in milliseconds since 1970. */
function timeOf(id: string): number {
  const bytes = decodeBase64url(id.slice(0, (TIME_BYTES / 3) * 4))
  return bytes.reduce((time, byte) => time * 256 + byte, 0)
}

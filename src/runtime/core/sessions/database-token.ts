import type { NamedCookie } from '../http/cookie-policy.js'
import { type CookieExchange, readChunked } from '../http/cookies.js'
import type { SessionBounds } from './session-lifetime.js'

/*
 * Tokens of database sessions: a random value, followed by data that must not change while the session lasts.
 * The data cannot be forged, because only the original token finds the row.
 *
 * The parts are separated by dots, and all but the first and the last are optional:
 *
 *     <random value>.~e<latest end>.~b.<mark>.<start>
 *
 * Times are in seconds since 1970, in base 36.
 */

export interface TokenData {
  /** `undefined` if another library created the token. */
  readonly start: number | undefined
  readonly end?: number | undefined
  /** Whether the session ends when the browser closes. */
  readonly isBrief?: boolean | undefined
  /** Identifies the session at the provider. */
  readonly mark?: string | undefined
}

/**
 * Visible ASCII, without NUL. Some databases fail on NUL, so any client could cause responses with status
 * 503.
 */
const TOKEN = /^[!-~]{1,512}$/

/**
 * At most 400 characters: with the 102 of the other parts, the token fits into 512. An empty value would make
 * the token guessable.
 */
export const RANDOM_VALUE: RegExp = /^[!-~]{1,400}$/

/**
 * Returns the session token in the cookie, or `undefined` if it cannot be valid, which saves a read of the
 * database.
 */
export function sentToken({ name }: NamedCookie, { cookies }: CookieExchange): string | undefined {
  const token = readChunked(name, cookies)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

export function tokenWith(random: string, { start, end, isBrief, mark }: TokenData): string {
  const parts = [
    random,
    end === undefined ? [] : `~e${end.toString(36)}`,
    isBrief ? '~b' : [],
    mark ?? [],
    start === undefined ? '-' : start.toString(36),
  ]
  return parts.flat().join('.')
}

/** The mark has three parts, separated by `~`. */
const DATA =
  /(?:\.~e(?<end>[0-9a-z]{6,8}))?(?<brief>\.~b)?(?:\.(?<mark>[\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?))?\.(?<start>[0-9a-z]{6,8}|-)$/

/** January 2025. No session of Authwright began earlier. */
const EARLIEST_SECONDS = 1_735_689_600

/**
 * Returns the data in a session token. A start before 2025 is ignored: the end of a token of another library
 * may look like data.
 */
export function tokenData(token: string): TokenData {
  const { end, brief, mark, start } = DATA.exec(token)?.groups ?? {}
  const seconds = secondsOf(start)
  return {
    start: seconds !== undefined && seconds >= EARLIEST_SECONDS ? seconds : undefined,
    end: secondsOf(end),
    isBrief: brief !== undefined,
    mark,
  }
}

function secondsOf(part: string | undefined): number | undefined {
  return part === undefined || part === '-' ? undefined : Number.parseInt(part, 36)
}

export function boundsOf(token: string, now: number): SessionBounds {
  const { start = now, end, isBrief } = tokenData(token)
  return { start, end, brief: isBrief }
}

/**
 * Returns the name and attributes of the cookie with a copy of a session, which saves reads of the database.
 */
export function copyCookie({ name, options }: NamedCookie): NamedCookie {
  return { name: `${name}-cache`, options }
}

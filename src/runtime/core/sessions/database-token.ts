import type { NamedCookie } from '../http/cookie-policy.js'
import { type CookieExchange, readChunked } from '../http/cookies.js'
import type { SessionBounds } from './session-renewal.js'

/*
 * Tokens of database sessions: a random value, followed by data that must not change while the session
 * lasts. Adapters do not store this data. It cannot be forged: only the original token finds its row, which
 * contains its SHA-256 hash (`adapters/relational/session-token.ts`).
 */

/**
 * A token consists of visible ASCII characters. Databases fail for NUL, so without this check any client
 * could cause 503.
 */
export const TOKEN: RegExp = /^[!-~]{1,512}$/

/** The token of a request; `undefined` if it cannot be valid, so that the database is not read. */
export function sentToken({ name }: NamedCookie, { cookies }: CookieExchange): string | undefined {
  const token = readChunked(name, cookies)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** Start and latest end of a session. If the start is unknown, the session counts as started now. */
export function boundsOf(sessionToken: string, now: number): SessionBounds {
  return {
    start: tokenStart(sessionToken) ?? now,
    brief: isBriefToken(sessionToken),
    end: tokenEnd(sessionToken),
  }
}

/** 2025, in seconds since 1970. No session of Authwright began earlier. */
const EARLIEST_SECONDS = 1_735_689_600

/** Suffix of the token if the start of the session is unknown. */
const UNKNOWN = '.-'

/**
 * Start of a database session, in seconds since 1970. Adapters do not store it, so the token contains it. It
 * cannot be changed, because only the original token finds its row. Tokens of other libraries have no start,
 * whatever their last characters are.
 */
export function tokenStart(sessionToken: string): number | undefined {
  const [, start] = /\.([0-9a-z]{6,8})$/.exec(sessionToken) ?? []
  const seconds = start === undefined ? 0 : Number.parseInt(start, 36)
  return seconds < EARLIEST_SECONDS ? undefined : seconds
}

/** Adds the start of the session to a token. */
export function withStart(token: string, start: number | undefined): string {
  return token + (start === undefined ? UNKNOWN : `.${start.toString(36)}`)
}

/** The mark of a session at a provider: its parts, separated by `~`. */
const MARK = /\.([\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)\.(?:[0-9a-z]{6,8}|-)$/

/**
 * The mark in the token of a database session that ends with the session at its provider. Like the start, it
 * cannot be changed.
 */
export function tokenMark(sessionToken: string): string | undefined {
  return MARK.exec(sessionToken)?.[1]
}

/** Adds the mark of a session at a provider to a token, if there is one. The start follows it. */
export function withMark(token: string, mark: string | undefined): string {
  return mark === undefined ? token : `${token}.${mark}`
}

/** Prefix of the latest end of the session, in seconds since 1970. It precedes the other parts. */
const END = '.~e'
const END_TOKEN =
  /\.~e([0-9a-z]{6,8})(?:\.~b)?(?:\.[\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)?\.(?:[0-9a-z]{6,8}|-)$/

/** Latest end of a database session, if the provider sets one. Like the start, it cannot be changed. */
function tokenEnd(sessionToken: string): number | undefined {
  const [, end] = END_TOKEN.exec(sessionToken) ?? []
  return end === undefined ? undefined : Number.parseInt(end, 36)
}

/** Adds the latest end of the session to a token, if there is one. The other parts follow it. */
export function withEnd(token: string, end: number | undefined): string {
  return end === undefined ? token : token + END + end.toString(36)
}

/** Precedes mark and start in the token of a session that ends with the browser session. */
const BRIEF = '.~b'
const BRIEF_TOKEN = /\.~b(?:\.[\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)?\.(?:[0-9a-z]{6,8}|-)$/

/** Whether a database session ends with the browser session. Like the start, it cannot be changed. */
function isBriefToken(sessionToken: string): boolean {
  return BRIEF_TOKEN.test(sessionToken)
}

/** Adds to a token that the session ends with the browser session, if it does. Mark and start follow it. */
export function withBrief(token: string, isBrief: boolean | undefined): string {
  return isBrief ? token + BRIEF : token
}

/** The cookie of session copies, named after the session cookie. */
export function copyCookie({ name, options }: NamedCookie): NamedCookie {
  return { name: `${name}-cache`, options }
}

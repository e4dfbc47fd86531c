import type { NamedCookie } from '../http/cookie-policy.js'
import { type CookieExchange, readChunked } from '../http/cookies.js'
import type { SessionBounds } from './session-renewal.js'

/*
 * The token of a database session: a random value, followed by what must not change as long as the session lasts. Adapters store none of
 * that, and only the token as it was created finds its row: ours store its SHA-256 (`adapters/relational/session-token.ts`).
 */

/** A token: visible ASCII characters. Databases fail for NUL, and their errors would cause 503 for any client that sends one. */
export const TOKEN: RegExp = /^[!-~]{1,512}$/

/** The token that a request carries; `undefined` where it cannot be one, so that the database is not read. */
export function sentToken({ name }: NamedCookie, { cookies }: CookieExchange): string | undefined {
  const token = readChunked(name, cookies)
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** What bounds a session. One whose start is unknown counts as begun now. */
export function boundsOf(sessionToken: string, now: number): SessionBounds {
  return {
    start: tokenStart(sessionToken) ?? now,
    brief: isBriefToken(sessionToken),
    end: tokenEnd(sessionToken),
  }
}

/** 2025, in seconds since 1970: no session of ours began before. */
const EARLIEST_SECONDS = 1_735_689_600

/** What the token of a session ends in whose start is unknown. It is no start. */
const UNKNOWN = '.-'

/**
 * When a database session began, in seconds since 1970. Adapters store no such time, so its token carries it. It
 * cannot be changed, because only the token as it was created finds its row. A token of another library
 * has none, whatever it ends in.
 */
export function tokenStart(sessionToken: string): number | undefined {
  const [, start] = /\.([0-9a-z]{6,8})$/.exec(sessionToken) ?? []
  const seconds = start === undefined ? 0 : Number.parseInt(start, 36)
  return seconds < EARLIEST_SECONDS ? undefined : seconds
}

/** A token with the start of its session. */
export function withStart(token: string, start: number | undefined): string {
  return token + (start === undefined ? UNKNOWN : `.${start.toString(36)}`)
}

/** The mark of a session at a provider: its parts, with `~` between them. */
const MARK = /\.([\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)\.(?:[0-9a-z]{6,8}|-)$/

/** The mark in the token of a database session that ends with one at a provider. Like the start, it cannot be changed. */
export function tokenMark(sessionToken: string): string | undefined {
  return MARK.exec(sessionToken)?.[1]
}

/** A token with the mark of a session at a provider, where it has one. The start comes after it. */
export function withMark(token: string, mark: string | undefined): string {
  return mark === undefined ? token : `${token}.${mark}`
}

/** What stands before all of these in the token of a session that must end at a time, in seconds since 1970. */
const END = '.~e'
const END_TOKEN =
  /\.~e([0-9a-z]{6,8})(?:\.~b)?(?:\.[\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)?\.(?:[0-9a-z]{6,8}|-)$/

/** When a database session must end at the latest, where the provider says so. Like the start, it cannot be changed. */
function tokenEnd(sessionToken: string): number | undefined {
  const [, end] = END_TOKEN.exec(sessionToken) ?? []
  return end === undefined ? undefined : Number.parseInt(end, 36)
}

/** A token of a session that must end at a time, where it must. The others come after it. */
export function withEnd(token: string, end: number | undefined): string {
  return end === undefined ? token : token + END + end.toString(36)
}

/** What stands before mark and start in the token of a session whose user did not choose to stay signed in. */
const BRIEF = '.~b'
const BRIEF_TOKEN = /\.~b(?:\.[\w-]{22}~[\w-]{0,32}~(?:[\w-]{22})?)?\.(?:[0-9a-z]{6,8}|-)$/

/** Whether the user of a database session did not choose to stay signed in. Like the start, it cannot be changed. */
function isBriefToken(sessionToken: string): boolean {
  return BRIEF_TOKEN.test(sessionToken)
}

/** A token of a session that is brief, or is not. Mark and start come after it. */
export function withBrief(token: string, isBrief: boolean | undefined): string {
  return isBrief ? token + BRIEF : token
}

/** The cookie of copies, beside that of the session. */
export function copyCookie({ name, options }: NamedCookie): NamedCookie {
  return { name: `${name}-cache`, options }
}

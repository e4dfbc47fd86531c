import type { ResponseCookie } from '../../runtime/http/cookies.js'
import type { Incoming } from '../../runtime/http/incoming.js'
import { nextError } from './next-errors.js'
import { incomingOf } from './next-incoming.js'

/** The cookies of the request that Next.js is at work on, with those that were set in the meantime. */
export interface NextCookies {
  getAll(): readonly { readonly name: string; readonly value: string }[]
  set(name: string, value: string, options: object): unknown
}

/** What Next.js knows of the request that it is at work on. */
export interface NextSurroundings {
  readonly incoming: Incoming
  readonly cookies: NextCookies
  /** Of the request as it was sent: one object for all code that answers it. */
  readonly headers: object
}

/** Looks around in a server component, a server action or a route handler. */
export async function surroundings(): Promise<NextSurroundings> {
  const next = await import('next/headers.js')
  const [headers, cookies] = await Promise.all([next.headers(), next.cookies()])
  const all = new Headers(headers)
  all.set('cookie', currentCookies(headers.get('cookie') ?? '', cookies.getAll()))
  return { incoming: incomingOf(all, '/'), cookies, headers }
}

/**
 * The `Cookie` header of a request, with the cookies that were set or deleted since. Next.js keeps the last of several cookies of one
 * name, so the pairs of the header stand wherever Next.js has the value that it read from them.
 */
function currentCookies(header: string, current: ReturnType<NextCookies['getAll']>): string {
  const sent = header
    .split(/; */)
    .filter((text) => text !== '')
    .map((text) => ({ text, name: text.split('=', 1)[0] as string }))
  const read = new Map(sent.flatMap(({ text, name }) => readByNext(text, name)))
  const now = new Map(current.map(({ name, value }) => [name, value]))
  const isSent = (name: string): boolean => read.get(name) === now.get(name)
  const changed = [...now].filter(([name, value]) => value !== '' && !isSent(name))
  return [
    ...sent.filter(({ name }) => isSent(name)).map(({ text }) => text),
    ...changed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('; ')
}

/** A pair as Next.js reads it: a name alone has the value `true`, and one that cannot be decoded is left out. */
function readByNext(text: string, name: string): [name: string, value: string][] {
  const equals = text.indexOf('=')
  if (equals === -1) return [[name, 'true']]
  try {
    return [[name, decodeURIComponent(text.slice(equals + 1))]]
  } catch {
    return []
  }
}

/** Sets cookies. Throws where Next.js cannot set any. */
export function setCookies(target: NextCookies, cookies: readonly ResponseCookie[]): void {
  for (const { name, value, options } of cookies) target.set(name, value, options)
}

/** Sets cookies where Next.js can; in a server component, which has no headers left to send, it cannot. */
export function trySetCookies(target: NextCookies, cookies: readonly ResponseCookie[]): void {
  try {
    setCookies(target, cookies)
  } catch (error) {
    if (nextError(error)) throw error
  }
}

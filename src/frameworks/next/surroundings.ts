import type { ResponseCookie } from '../../runtime/cookies/response-cookie.js'
import type { Incoming } from '../../runtime/request/incoming.js'
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
}

/** Looks around in a server component, a server action or a route handler. */
export async function surroundings(): Promise<NextSurroundings> {
  const next = await import('next/headers.js')
  const [headers, cookies] = await Promise.all([next.headers(), next.cookies()])
  const cookie = cookies
    .getAll()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  const all = new Headers(headers)
  all.set('cookie', cookie)
  return { incoming: incomingOf(all, '/'), cookies }
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

import { type ResponseCookie, serializeCookie } from '../../runtime/http/cookies.js'
import { PRIVATE } from '../../runtime/http/response.js'
import { refreshSession } from '../../runtime/server/refresh-session.js'
import { incomingOf } from './next-incoming.js'
import type { Shell } from './shell.js'

/** As much of a request of the Pages Router as a session is read from. */
export interface PagesRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** As much of its response as cookies are set on. */
export interface PagesResponse {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

/** The session in an API route of the Pages Router and in `getServerSideProps`. */
export async function readForPages(
  { url, headers }: PagesRequest,
  response: PagesResponse,
  shell: Shell,
): Promise<Record<string, unknown> | null> {
  const incoming = incomingOf(webHeaders(headers), shell.prefix + (url ?? '/'))
  const instance = await shell.interpreter.instance(incoming.request())
  const { session, cookies } = await refreshSession(incoming, instance)
  if (!response.headersSent) addCookies(response, cookies)
  return session
}

/** What sets a cookie is for nobody else to keep. */
function addCookies(response: PagesResponse, cookies: readonly ResponseCookie[]): void {
  if (cookies.length === 0) return
  const before = response.getHeader('set-cookie') ?? []
  response.setHeader('set-cookie', [...[before].flat().map(String), ...cookies.map(serializeCookie)])
  response.setHeader('cache-control', PRIVATE)
}

function webHeaders(headers: PagesRequest['headers']): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    // What starts with a colon belongs to HTTP/2 itself.
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Headers(entries)
}

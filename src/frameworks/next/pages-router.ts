import { type CookieWriter, type Incoming, type Port, PRIVATE, serializeCookie } from '../../runtime/port.js'
import { incomingOf } from './requests.js'

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
  request: PagesRequest,
  response: PagesResponse,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Record<string, unknown> | null> {
  return port.open(pagesIncoming(request, prefix), writerOf(response)).session()
}

/** A lazy configuration is resolved once for the request of the Pages Router, by a web-standard one. */
function pagesIncoming(request: PagesRequest, prefix: string): Incoming {
  const incoming = incomingOf(webHeaders(request.headers), prefix + (request.url ?? '/'))
  const standard = incoming.request()
  return { ...incoming, request: () => standard, resolution: { key: request, input: standard } }
}

/** No other user may get a response that sets cookies. */
function writerOf(response: PagesResponse): CookieWriter {
  return {
    set(cookies) {
      if (response.headersSent) return
      const before = response.getHeader('set-cookie') ?? []
      response.setHeader('set-cookie', [...[before].flat().map(String), ...cookies.map(serializeCookie)])
      response.setHeader('cache-control', PRIVATE)
    },
    isLate: () => false,
  }
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

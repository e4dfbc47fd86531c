import { type CookieWriter, type Incoming, type Port, PRIVATE, serializeCookie } from '../../runtime/port.js'
import { incomingOf } from './requests.js'

export interface PagesRequest {
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface PagesResponse {
  readonly headersSent: boolean
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
}

export async function readForPages(
  request: PagesRequest,
  response: PagesResponse,
  { port, prefix }: { readonly port: Pick<Port, 'open'>; readonly prefix: string },
): Promise<Record<string, unknown> | null> {
  return port.open(pagesIncoming(request, prefix), writerOf(response)).session()
}

/** Creates the standard `Request` once, so that a configuration function runs only once for it. */
function pagesIncoming(request: PagesRequest, prefix: string): Incoming {
  const incoming = incomingOf(webHeaders(request.headers), prefix + (request.url ?? '/'))
  const standard = incoming.request()
  const input = (changed: Request | undefined): Request => changed ?? standard
  return { ...incoming, request: () => standard, resolution: { key: request, input } }
}

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
    // Names that start with a colon are pseudo-headers of HTTP/2.
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Headers(entries)
}

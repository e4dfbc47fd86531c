import { pageHeaders } from '../pages/page-headers.js'
import type { Exchange } from '../request/exchange.js'
import type { PageResult } from './result.js'

/** A built-in page with a nonce of its own, and the headers that go with it. */
export function pageContent(
  { render, formOrigins = [] }: PageResult,
  { site }: Exchange,
): { html: string; headers: Record<string, string> } {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  return { html: render(nonce), headers: pageHeaders({ nonce, secure: site.secure, formOrigins }) }
}

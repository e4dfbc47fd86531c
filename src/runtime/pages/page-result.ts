import type { PageResult } from '../http/result.js'
import { pageHeaders } from './page-headers.js'

export interface PageOptions {
  readonly status: number
  /** The origins, besides the site's own, to which a form of the page may lead. */
  readonly formOrigins?: readonly string[]
  /** Whether the page has a script. */
  readonly scripted?: boolean
  /** Whether the address of the page holds a token or a code. */
  readonly holdsToken?: boolean
  /** Whether no application shows the page in a popup. */
  readonly isolated?: boolean
}

/** A built-in page with its headers. Apart from the other results, because few requests ask for one. */
export function page(
  html: (nonce: string) => string,
  { status, formOrigins = [], scripted = false, holdsToken = false, isolated = false }: PageOptions = {
    status: 200,
  },
): PageResult {
  return {
    kind: 'page',
    status,
    render: (nonce, secure) => ({
      headers: pageHeaders({ nonce, secure, formOrigins, scripted, holdsToken, isolated }),
      body: html(nonce),
    }),
  }
}

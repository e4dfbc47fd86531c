import type { PageResult } from '../../core/http/result.js'
import type { LanguageChoice } from './language-choice.js'

export interface PageOptions {
  readonly status: number
  /** Default: the one language of the site. */
  readonly language?: LanguageChoice
  /** The origins, besides the site's own, to which a form of the page may lead. */
  readonly formOrigins?: readonly string[]
  /** Whether the page has a script. */
  readonly scripted?: boolean
  /** Whether the address of the page holds a token or a code. */
  readonly holdsToken?: boolean
  /** Whether no application shows the page in a popup. */
  readonly isolated?: boolean
}

/** A built-in page with its headers. Apart from the other results, because few requests need one. */
export function page(
  html: (nonce: string) => string,
  {
    status,
    language,
    formOrigins = [],
    scripted = false,
    holdsToken = false,
    isolated = false,
  }: PageOptions = {
    status: 200,
  },
): PageResult {
  return {
    kind: 'page',
    status,
    render: (nonce, secure) => ({
      headers: {
        ...pageHeaders({ nonce, secure, formOrigins, scripted, holdsToken, isolated }),
        ...(language?.isNegotiated && { Vary: 'Accept-Language' }),
      },
      body: html(nonce),
    }),
  }
}

/** What the headers of a built-in page depend on. */
export interface PageHeadersProps {
  /** The nonce that the page was rendered with: base64, fresh for every response. */
  readonly nonce: string
  /** Whether the page is served over HTTPS. */
  readonly secure: boolean
  /**
   * The origins, besides the page's own, that the response to one of its forms may redirect to: those of
   * the providers' authorization endpoints. Empty for a page whose forms stay on the site.
   */
  readonly formOrigins: readonly string[]
  /** Whether the page has a script, under the nonce, which fetches from the site itself. Default: `false`. */
  readonly scripted?: boolean
  /** Whether the address of the page holds a token or a code, so that it reaches no other page. Default: `false`. */
  readonly holdsToken?: boolean
  /** Whether no application shows the page in a popup, so that a window of another origin keeps no handle on it. Default: `false`. */
  readonly isolated?: boolean
}

const base64 = /^[\w+/-]+={0,2}$/
const plainHttpOrigin = /^http:\/\/[a-z\d.-]+(?::\d+)?$/

/**
 * The headers of a built-in page: it loads only its own style, its script where it has one, and images of its origin, it
 * cannot be framed, and is never cached.
 *
 * @throws TypeError when the nonce is not base64.
 *
 * @example
 * ```ts
 * import { pageHeaders } from './page-headers.js'
 *
 * const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
 * const headers = pageHeaders({ nonce, secure: true, formOrigins: ['https://github.com'] })
 * ```
 * @see https://www.w3.org/TR/CSP3/#directives-navigation
 */
export function pageHeaders({
  nonce,
  secure,
  formOrigins,
  scripted = false,
  holdsToken = false,
  isolated = false,
}: PageHeadersProps): Record<string, string> {
  if (!base64.test(nonce)) throw new TypeError('pageHeaders: `nonce` must be base64 text.')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(scripted ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${formAction(secure, formOrigins).join(' ')}`,
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // With `no-referrer` a browser sends `Origin: null` with the page's own forms. They look forged without `Sec-Fetch-Site`, which it
    // sends over HTTPS only.
    'Referrer-Policy': holdsToken && secure ? 'no-referrer' : 'same-origin',
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    'Cache-Control': 'no-store',
  }
}

/**
 * Chromium applies `form-action` to every redirect that follows a form, and a provider may redirect to
 * hosts that only it knows (a region, a company's own sign-in). So a form that leaves the site may lead to
 * any host over HTTPS. Plain HTTP is for development: this machine, and the origins named.
 */
function formAction(secure: boolean, formOrigins: readonly string[]): readonly string[] {
  if (formOrigins.length === 0) return ["'self'"]
  if (secure) return ["'self'", 'https:']
  const named = formOrigins.filter((origin) => plainHttpOrigin.test(origin))
  return [...new Set(["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*', ...named])]
}

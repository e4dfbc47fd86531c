export interface PageHeadersProps {
  /** Base64, and new for every response. */
  readonly nonce: string
  readonly secure: boolean
  /** The origins of other sites to which the response to a form of the page may redirect. */
  readonly formOrigins: readonly string[]
  /** Whether the page has a script. Default: `false`. */
  readonly scripted?: boolean
  /** Whether the URL of the page contains a token or code. Default: `false`. */
  readonly holdsToken?: boolean
  /** Isolates the page from windows of other origins. Only for pages that are never popups. Default: `false`. */
  readonly isolated?: boolean
}

const BASE64 = /^[\w+/-]+={0,2}$/
const HTTP_ORIGIN = /^http:\/\/[a-z\d.-]+(?::\d+)?$/

/**
 * Returns the headers of a page.
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
  if (!BASE64.test(nonce)) throw new TypeError('pageHeaders: `nonce` must be base64 text.')
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
    // With `no-referrer`, a browser sends `Origin: null` with the forms of the page. Over HTTP, only loopback
    // hosts get `Sec-Fetch-Site`, so on other hosts the form would look forged.
    'Referrer-Policy': holdsToken && secure ? 'no-referrer' : 'same-origin',
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    'Cache-Control': 'no-store',
  }
}

/**
 * Returns the sources of `form-action`. Chromium applies it to every redirect after a form. A provider may
 * redirect to hosts that the configuration does not list, such as the sign-in page of a company. HTTP is for
 * development.
 */
function formAction(secure: boolean, formOrigins: readonly string[]): readonly string[] {
  if (formOrigins.length === 0) return ["'self'"]
  if (secure) return ["'self'", 'https:']
  const httpOrigins = formOrigins.filter((origin) => HTTP_ORIGIN.test(origin))
  return [...new Set(["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*', ...httpOrigins])]
}

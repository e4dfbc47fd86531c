/** The properties on which the headers of a built-in page depend. */
export interface PageHeadersProps {
  /** The nonce of the rendered page: base64, and new for every response. */
  readonly nonce: string
  /** Whether the page is served over HTTPS. */
  readonly secure: boolean
  /**
   * The origins of other sites to which the response to a form of the page may redirect, such as the origins
   * of providers. Empty if all forms stay on the site.
   */
  readonly formOrigins: readonly string[]
  /** Whether the page has a script with the nonce, which may send requests to the site. Default: `false`. */
  readonly scripted?: boolean
  /**
   * Whether the URL of the page contains a token or code, which must not reach other pages. Default: `false`.
   */
  readonly holdsToken?: boolean
  /**
   * Whether to isolate the page from windows of other origins. Only for pages that are never opened as a
   * popup. Default: `false`.
   */
  readonly isolated?: boolean
}

/** The format of a nonce. */
const BASE64 = /^[\w+/-]+={0,2}$/
/** The format of an origin without HTTPS. */
const HTTP_ORIGIN = /^http:\/\/[a-z\d.-]+(?::\d+)?$/

/**
 * The headers of a built-in page. The page can load only the style and the script with the nonce, and images
 * of its site or from `data:` URLs. It cannot be framed, and is never cached.
 *
 * @throws TypeError if the nonce is not base64.
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
    // With `no-referrer`, a browser sends `Origin: null` with the forms of the page. Over HTTPS it also sends
    // `Sec-Fetch-Site`, which shows that the form is from this site. Over HTTP, browsers send
    // `Sec-Fetch-Site` only to loopback hosts, so on any other host the form would look forged.
    'Referrer-Policy': holdsToken && secure ? 'no-referrer' : 'same-origin',
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    'Cache-Control': 'no-store',
  }
}

/**
 * The sources of `form-action`. Chromium applies this directive to every redirect after a form. A provider
 * may redirect to hosts that the configuration does not list, for example to a region or to the sign-in page
 * of a company. So if forms may redirect to other sites, any HTTPS host is allowed. A page without HTTPS is
 * for development, so it also allows loopback hosts and the listed origins.
 */
function formAction(secure: boolean, formOrigins: readonly string[]): readonly string[] {
  if (formOrigins.length === 0) return ["'self'"]
  if (secure) return ["'self'", 'https:']
  const httpOrigins = formOrigins.filter((origin) => HTTP_ORIGIN.test(origin))
  return [...new Set(["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*', ...httpOrigins])]
}

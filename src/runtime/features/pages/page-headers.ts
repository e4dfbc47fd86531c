/** The properties that the headers of a built-in page depend on. */
export interface PageHeadersProps {
  /** The nonce of the rendered page: base64, new for every response. */
  readonly nonce: string
  /** Whether the page is served over HTTPS. */
  readonly secure: boolean
  /**
   * Origins other than the page's own that the response to one of its forms may redirect to: those of the providers' authorization
   * endpoints. Empty if the forms stay on the site.
   */
  readonly formOrigins: readonly string[]
  /** Whether the page has a script with the nonce, which sends requests to the site. Default: `false`. */
  readonly scripted?: boolean
  /** Whether the URL of the page contains a token or code, which must not reach other pages. Default: `false`. */
  readonly holdsToken?: boolean
  /**
   * Whether the page is never opened in a popup. Windows of other origins can then be isolated from it.
   * Default: `false`.
   */
  readonly isolated?: boolean
}

const base64 = /^[\w+/-]+={0,2}$/
const plainHttpOrigin = /^http:\/\/[a-z\d.-]+(?::\d+)?$/

/**
 * The headers of a built-in page. It loads only its own style, its script if any, and images of its origin. It cannot be framed and is
 * never cached.
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
    // With `no-referrer`, a browser sends `Origin: null` with the page's own forms. Without `Sec-Fetch-Site`, which is sent over HTTPS
    // only, these would look forged.
    'Referrer-Policy': holdsToken && secure ? 'no-referrer' : 'same-origin',
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    'Cache-Control': 'no-store',
  }
}

/**
 * Chromium applies `form-action` to every redirect after a form, and a provider may redirect to hosts that only it knows (a region, a
 * company's own sign-in). So a form that leaves the site may lead to any HTTPS host. HTTP is for development: allowed are this machine and
 * the listed origins.
 */
function formAction(secure: boolean, formOrigins: readonly string[]): readonly string[] {
  if (formOrigins.length === 0) return ["'self'"]
  if (secure) return ["'self'", 'https:']
  const named = formOrigins.filter((origin) => plainHttpOrigin.test(origin))
  return [...new Set(["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*', ...named])]
}

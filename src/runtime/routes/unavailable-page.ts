import type { Theme } from '../../options/theme.js'
import type { Incoming } from '../http/incoming.js'
import { expectsPage, pageContent } from '../http/response.js'
import type { Answer } from '../http/result.js'
import { type Unavailable, unavailable } from '../http/unavailable.js'
import { renderErrorPage } from '../pages/error-page.js'
import type { PageError } from '../pages/error-text.js'
import { page } from '../pages/page-result.js'

const errors: Readonly<Record<Exclude<Unavailable['status'], 404 | 405 | 503>, PageError>> = {
  400: 'InvalidRequest',
  413: 'InvalidRequest',
  421: 'UntrustedHost',
  500: 'Configuration',
}

/**
 * Answers a request that went wrong before it was known where the site is: with a page where somebody looks at it, else
 * with one line of JSON. The page names no host, and its one link is a path.
 */
export function unavailablePage(
  status: keyof typeof errors,
  incoming: Incoming,
  { theme = {}, homeUrl }: { readonly theme: Theme | undefined; readonly homeUrl: string },
): Answer {
  const answer = unavailable({ status })
  if (!expectsPage(incoming)) return answer
  const props = { theme, error: errors[status], homeUrl }
  const result = page((nonce) => renderErrorPage({ ...props, nonce }).html, { status })
  const { headers, body } = pageContent(result, false)
  return {
    ...answer,
    headers: { ...headers, 'cache-control': answer.headers['cache-control'] as string },
    body,
  }
}

import { renderErrorPage } from '#pages/pages/error-page'
import { InvalidRequest, UntrustedHost } from '../../errors.js'
import type { AuthOptions } from '../../options/auth-options.js'
import { asError } from '../base/as-error.js'
import { createLogger } from '../config/logger.js'
import { BodyTooLarge } from '../http/body.js'
import type { Incoming } from '../http/incoming.js'
import { referenceOf, report } from '../http/report.js'
import { expectsPage, pageContent } from '../http/response.js'
import type { ResponseData } from '../http/result.js'
import { type Unavailable, unavailable } from '../http/unavailable.js'
import type { PageError } from '../pages/error-text.js'
import { page } from '../pages/page-headers.js'
import { languageChoice } from '../pages/page-site.js'
import { type FailureMemory, failureOf, rememberFailure } from './failure-details.js'

/**
 * The response where the configuration, or the request itself, is too broken for a route.
 *
 * @param options - As far as they are known.
 * @param homeUrl - The path of the application's first page.
 */
export function unusable(
  error: unknown,
  incoming: Incoming,
  options: AuthOptions,
  homeUrl: string,
  memory: FailureMemory,
): ResponseData {
  const failed = asError(error)
  report(failed, createLogger(options))
  rememberFailure(failed, memory)
  const { reference, details } = failureOf(referenceOf(failed), memory, incoming)
  return unavailablePage(statusOf(error), incoming, { options, homeUrl, code: reference, details })
}

interface UnavailablePageProps {
  readonly options: AuthOptions
  readonly homeUrl: string
  readonly code: string | undefined
  readonly details: string | undefined
}

function statusOf(error: unknown): 400 | 413 | 421 | 500 {
  if (error instanceof BodyTooLarge) return 413
  if (error instanceof InvalidRequest) return 400
  return error instanceof UntrustedHost ? 421 : 500
}

const errors: Readonly<Record<Exclude<Unavailable['status'], 404 | 405 | 503>, PageError>> = {
  400: 'InvalidRequest',
  413: 'InvalidRequest',
  421: 'UntrustedHost',
  500: 'Configuration',
}

/**
 * The response to a request that failed before its site was known: a page for a browser, else
 * with one line of JSON. The page names no host, and its one link is a path.
 */
function unavailablePage(
  status: keyof typeof errors,
  incoming: Incoming,
  { options, ...shown }: UnavailablePageProps,
): ResponseData {
  const data = unavailable({ status })
  if (!expectsPage(incoming)) return data
  const language = languageChoice(options, incoming, createLogger(options))
  const props = { ...shown, theme: options.theme ?? {}, language, error: errors[status] }
  const result = page((nonce) => renderErrorPage({ ...props, nonce }).html, { status, language })
  const { headers, body } = pageContent(result, false)
  return {
    ...data,
    headers: { ...headers, 'cache-control': data.headers['cache-control'] as string },
    body,
  }
}

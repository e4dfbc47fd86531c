import { AuthError, CredentialsSignin, isClientError, WebAuthnVerificationError } from '../../errors.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { referenceOf } from '../http/report.js'
import { type RouteResult, redirect } from '../http/result.js'
import type { RouteCapabilities, RouteContext, RouteExchange } from './route-context.js'

/** The page that shows an error: the sign-in page where a retry helps, else the error page. */
export function errorPageUrl(
  error: Error,
  { spec, basePath }: Pick<RouteCapabilities, 'spec' | 'basePath'>,
  exchange: Pick<RouteExchange, 'origin' | 'callbackUrl'>,
): string {
  const shown = isClientError(error) ? error.type : 'Configuration'
  const code =
    error instanceof CredentialsSignin || error instanceof WebAuthnVerificationError ? error.code : undefined
  const reference = referenceOf(error)
  if (error instanceof AuthError && error.kind === 'signIn') {
    const { callbackUrl } = exchange
    const signIn = exchange.origin + (spec.pages.signIn ?? `${basePath}/signin`)
    return withQuery(signIn, { error: shown, code, callbackUrl, reference })
  }
  return withQuery(exchange.origin + (spec.pages.error ?? `${basePath}/error`), { error: shown, reference })
}

/** `GET /error`: says what went wrong and what to do next. */
export async function errorPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages } = instance.spec
  const error = textParam(exchange.query, 'error')
  if (pages.error) return redirect(withQuery(exchange.origin + pages.error, { error }))
  const { showErrorPage } = await import('#pages/routes/built-in-pages')
  return showErrorPage(error, instance, exchange)
}

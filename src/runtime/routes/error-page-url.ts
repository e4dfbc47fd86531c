import { AuthError, CredentialsSignin, isClientError, WebAuthnVerificationError } from '../../errors.js'
import { withQuery } from '../http/redirects.js'
import { referenceOf } from '../http/report.js'
import type { RouteCapabilities, RouteExchange } from './route-context.js'

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

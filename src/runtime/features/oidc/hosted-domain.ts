import { printable } from '../../core/base/printable.js'
import { UserAgentError } from '../../core/http/error-report.js'
import { authorizationParam } from '../oauth/endpoint-url.js'
import type { TokenResponseContext } from '../oauth/openid-extension.js'

/**
 * Throws if the claim `hd` is not the configured domain. Users can change the request parameter `hd`, which
 * only selects the accounts that Google offers.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect#hd-param
 */
export function requireHostedDomain(
  { hd }: Readonly<Record<string, unknown>>,
  provider: TokenResponseContext['provider'],
): void {
  const expected = authorizationParam(provider, 'hd')?.toLowerCase()
  if (!expected) return
  const domain = typeof hd === 'string' ? hd.toLowerCase() : ''
  if (expected === '*' ? domain !== '' : domain === expected) return
  const actual = domain === '' ? 'no domain' : `the domain '${printable(domain)}'`
  throw new UserAgentError(`The user belongs to ${actual}, but \`hd\` is '${expected}'.`)
}

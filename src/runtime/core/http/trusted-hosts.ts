import { type AuthOptions, type TrustedHost, trustedHost } from '../../../options/auth-options.js'
import { isLoopback } from './loopback.js'

/**
 * The hosts that a request may name: a list of hosts, all hosts (`true`) or only loopback hosts (`false`). With
 * `undefined`, the platform decides.
 */
export type HostTrust = readonly TrustedHost[] | boolean | undefined

/** Environment variables about trusted hosts. */
export interface HostTrustEnvironment {
  readonly trustHost?: boolean | undefined
  readonly trustedHosts?: readonly string[] | undefined
}

/**
 * Combines the option `trustHost` and the environment. The option takes precedence, except that `true` does
 * not extend a list in the environment.
 */
export function hostTrust(
  option: AuthOptions['trustHost'],
  { trustHost, trustedHosts }: HostTrustEnvironment,
): HostTrust {
  if (typeof option === 'object') return option.flatMap((entry) => trustedHost(entry) ?? [])
  const trusts = option ?? trustHost
  return trusts === false || trustedHosts === undefined ? trusts : hostTrust(trustedHosts, {})
}

/**
 * Whether an origin is in the list. An entry without a scheme means HTTPS, or for a loopback host HTTP and
 * HTTPS. So `X-Forwarded-Proto: http` cannot remove `Secure` from the cookies of a listed host.
 */
export function isListed(url: URL, hosts: readonly TrustedHost[]): boolean {
  return hosts.some(({ scheme, matches }) => {
    const schemeMatches =
      scheme === undefined ? url.protocol === 'https:' || isLoopback(url.hostname) : scheme === url.protocol
    return schemeMatches && matches(url)
  })
}

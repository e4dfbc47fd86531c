import { isLoopback } from '../../../model/protected-url.js'
import { type AuthOptions, type TrustedHost, trustedHost } from '../../../options/auth-options.js'

/** `true` means all hosts, `false` only loopback hosts. With `undefined`, the environment decides. */
export type HostTrust = readonly TrustedHost[] | boolean | undefined

export interface HostTrustEnvironment {
  readonly trustHost?: boolean | undefined
  readonly trustedHosts?: readonly string[] | undefined
}

/** The option takes precedence, except that `true` does not extend a list in the environment. */
export function hostTrust(
  option: AuthOptions['trustHost'],
  { trustHost, trustedHosts }: HostTrustEnvironment,
): HostTrust {
  if (typeof option === 'object') return option.flatMap((entry) => trustedHost(entry) ?? [])
  const trusts = option ?? trustHost
  return trusts === false || trustedHosts === undefined ? trusts : hostTrust(trustedHosts, {})
}

/**
 * An entry without a scheme means HTTPS, or for a loopback host HTTP and HTTPS. So `X-Forwarded-Proto: http`
 * cannot remove `Secure` from the cookies of a listed host.
 */
export function isListed(url: URL, hosts: readonly TrustedHost[]): boolean {
  return hosts.some(({ scheme, matches }) => {
    const schemeMatches =
      scheme === undefined ? url.protocol === 'https:' || isLoopback(url.hostname) : scheme === url.protocol
    return schemeMatches && matches(url)
  })
}

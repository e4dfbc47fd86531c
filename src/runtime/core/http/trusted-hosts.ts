import { type AuthOptions, type TrustedHost, trustedHost } from '../../../options/auth-options.js'
import { isLoopback } from './private-hosts.js'

/** Which hosts a request may name: those of a list, every one, none, or what the platform says. */
export type HostTrust = readonly TrustedHost[] | boolean | undefined

/** What the environment says about trust. */
export interface HostTrustEnvironment {
  readonly trustHost?: boolean | undefined
  readonly trustedHosts?: readonly string[] | undefined
}

/** The option `trustHost` and the environment. The option wins, except that `true` does not widen a list. */
export function hostTrust(
  option: AuthOptions['trustHost'],
  { trustHost, trustedHosts }: HostTrustEnvironment,
): HostTrust {
  if (typeof option === 'object') return option.flatMap((entry) => trustedHost(entry) ?? [])
  const trusts = option ?? trustHost
  return trusts === false || trustedHosts === undefined ? trusts : hostTrust(trustedHosts, {})
}

/**
 * Whether an origin is on the list. An entry without a scheme lists an HTTPS origin, and on loopback one of either scheme: no
 * `X-Forwarded-Proto: http` takes `Secure` from the cookies of a listed site.
 */
export function isListed(url: URL, hosts: readonly TrustedHost[]): boolean {
  return hosts.some(({ scheme, lists }) => {
    const fits =
      scheme === undefined ? url.protocol === 'https:' || isLoopback(url.hostname) : scheme === url.protocol
    return fits && lists(url)
  })
}

import { trustedHost } from '../../../options/auth-options.js'

export interface HostList {
  readonly hosts: readonly string[]
  /** The first entry that is not a host. */
  readonly invalid: string | undefined
}

/** Hosts that are separated by commas, as in `AUTH_TRUSTED_HOSTS`. */
export function hostList(value: string | undefined): HostList {
  const entries = value?.split(',').map((entry) => entry.trim()) ?? []
  const hosts = entries.filter((entry) => entry !== '')
  return { hosts, invalid: hosts.find((host) => !trustedHost(host)) }
}

/**
 * The IP addresses that a host name resolves to, as a connection resolves it: by the hosts file and the resolver of the system. It rejects
 * where the platform has no such module, or the name does not resolve.
 *
 * @see https://nodejs.org/api/dns.html#dnspromiseslookuphostname-options
 */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = async (
  hostname,
) => {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

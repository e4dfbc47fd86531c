/**
 * The IP addresses of a host name, resolved as for a connection: with the hosts file and the system's
 * resolver. Rejects if the name does not resolve, or if the platform has no `node:dns`.
 *
 * @see https://nodejs.org/api/dns.html#dnspromiseslookuphostname-options
 */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = async (
  hostname,
) => {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

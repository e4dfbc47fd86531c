/** @see https://nodejs.org/api/dns.html#dnspromiseslookuphostname-options */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = async (
  hostname,
) => {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

import type { Exchange } from '../../http/exchange.js'
import type { Ceremony } from './ceremony.js'

/** Begins a ceremony at the origin of the request, in a cookie of its own. */
export async function beginCeremony(
  ceremony: Omit<Ceremony, 'challenge' | 'origin'>,
  exchange: Exchange,
): Promise<Ceremony> {
  const ceremonies = await exchange.site.ceremonies()
  return ceremonies.begin({ ...ceremony, origin: exchange.origin }, exchange)
}

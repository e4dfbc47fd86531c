import { createSealer, type Sealer } from '../../core/crypto/sealer.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'

/**
 * Seals the data of a sign-in. Sealed data is valid only for this e-mail address and origin. `seconds` is its
 * lifetime.
 */
export async function sealData(
  data: unknown,
  address: string,
  seconds: number,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  return data === undefined ? undefined : sealerFor(address, app, exchange).seal({ data }, seconds)
}

export async function openData(
  sealed: string,
  address: string,
  app: App,
  exchange: Exchange,
): Promise<unknown> {
  return (await sealerFor(address, app, exchange).open(sealed))?.['data']
}

function sealerFor(address: string, { secrets, clock }: App, { origin }: Exchange): Sealer {
  // The audience contains the origin, because another origin may have another schema for the data.
  return createSealer({
    secrets,
    purpose: 'state of a mail',
    audience: JSON.stringify([origin, address]),
    clock,
  })
}

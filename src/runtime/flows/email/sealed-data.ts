import { createSealer, type Sealer } from '../../crypto/sealer.js'
import type { EmailCapabilities, EmailExchange } from './capabilities.js'

/**
 * The data of a flow as a link and a cookie carry it: sealed for the address and the origin, so that what a mail began with is what it ends with.
 *
 * @param seconds - For how long.
 */
export async function sealData(
  data: unknown,
  address: string,
  seconds: number,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<string | undefined> {
  return data === undefined ? undefined : sealerFor(address, instance, exchange).seal({ data }, seconds)
}

/** What `sealData` sealed; `undefined` where it was changed, was sealed for another address or origin, or is too old. */
export async function openData(
  sealed: string | undefined,
  address: string,
  instance: EmailCapabilities,
  exchange: EmailExchange,
): Promise<unknown> {
  return sealed === undefined
    ? undefined
    : (await sealerFor(address, instance, exchange).open(sealed))?.['data']
}

function sealerFor(
  address: string,
  { secrets, clock }: EmailCapabilities,
  { origin }: EmailExchange,
): Sealer {
  // What another origin's schema let through is not known to match the one here.
  return createSealer({
    secrets,
    purpose: 'state of a mail',
    audience: JSON.stringify([origin, address]),
    clock,
  })
}

import { createSealer, type Sealer } from '../../crypto/sealer.js'
import type { EmailCapabilities } from './capabilities.js'

/**
 * The data of a flow as a link and a cookie carry it: sealed for the address, so that what a mail began with is what it ends with.
 *
 * @param seconds - For how long.
 */
export async function sealData(
  data: unknown,
  address: string,
  seconds: number,
  instance: EmailCapabilities,
): Promise<string | undefined> {
  return data === undefined ? undefined : sealerFor(address, instance).seal({ data }, seconds)
}

/** What `sealData` sealed; `undefined` where it was changed, was sealed for another address, or is too old. */
export async function openData(
  sealed: string | undefined,
  address: string,
  instance: EmailCapabilities,
): Promise<unknown> {
  return sealed === undefined ? undefined : (await sealerFor(address, instance).open(sealed))?.['data']
}

function sealerFor(address: string, { secrets, clock }: EmailCapabilities): Sealer {
  return createSealer({ secrets, purpose: 'state of a mail', audience: address, clock })
}

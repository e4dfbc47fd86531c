import type { Account } from '../../model/account.js'
import { asError } from '../base/as-error.js'
import type { Instance } from '../compile.js'

/** Removes an account that was linked just now, where the adapter can. */
export async function unlink(
  { provider, providerAccountId }: Account,
  { adapter, logger }: Pick<Instance, 'adapter' | 'logger'>,
): Promise<void> {
  if (!adapter?.has('unlinkAccount')) return
  await adapter
    .unlinkAccount({ provider, providerAccountId })
    .catch((error: unknown) => logger.error(asError(error)))
}

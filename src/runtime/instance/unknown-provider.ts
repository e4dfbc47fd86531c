import { InvalidProvider } from '../../errors.js'
import type { Instance } from './instance.js'

/** What the log is told where no provider has the id that was asked for. */
export function unknownProvider(
  id: string | undefined,
  { providers }: Pick<Instance, 'providers'>,
): InvalidProvider {
  const known = [...providers.keys()].map((known) => `'${known}'`).join(', ')
  return new InvalidProvider(`There is no provider '${id}': the configuration has ${known}.`, {
    cause: { provider: id },
  })
}

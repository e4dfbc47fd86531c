import type { Provider } from './provider.js'

export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/**
 * The property is not enumerable, so that copies of the provider lack it. Otherwise, the function would be called again for a copy, and the
 * changes in the copy would be lost.
 */
export function makesProvider<Created extends object>(
  provider: Created,
  create: (options: PublishedOptions) => Provider,
): Created & MakesProvider {
  return Object.defineProperty({ ...provider }, '~makes', { value: create })
}

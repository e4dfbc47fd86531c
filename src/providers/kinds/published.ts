import type { Provider } from './provider.js'

export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/** The property is not enumerable, so that a copy of the provider lacks it: another call of the function would discard changes of the copy. */
export function makesProvider<Created extends object>(
  provider: Created,
  create: (options: PublishedOptions) => Provider,
): Created & MakesProvider {
  return Object.defineProperty({ ...provider }, '~makes', { value: create })
}

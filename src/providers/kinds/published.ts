import type { Provider } from './provider.js'

/** Options of a provider function that are read from environment variables. */
export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

/** A provider that was passed as a function. The function is called again with options from environment variables. */
export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/**
 * Attaches a function to the provider that it created. The property is not enumerable, so a copy by object spread does not have it.
 * Otherwise, fields that are added to the copy would be lost when the function is called again.
 */
export function makesProvider<Created extends object>(
  provider: Created,
  create: (options: PublishedOptions) => Provider,
): Created & MakesProvider {
  return Object.defineProperty({ ...provider }, '~makes', { value: create })
}

import type { Provider } from './provider.js'

/** Options of a provider function that come from the environment. */
export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

/** A provider that was passed as a function. The function is called again with the options of the environment. */
export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/**
 * Attaches the function to the provider that it created. A copy by object spread does not have it: otherwise, fields beside the spread
 * would be lost when the function is called again.
 */
export function makesProvider<Made extends object>(
  made: Made,
  makes: (options: PublishedOptions) => Provider,
): Made & MakesProvider {
  return Object.defineProperty({ ...made }, '~makes', { value: makes })
}

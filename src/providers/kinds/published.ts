import type { Provider } from './provider.js'

/** What the environment says of a provider, as its function takes it. */
export interface PublishedOptions {
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly issuer?: string | undefined
}

/** A provider that was given as the function that makes it, which is called again with what the environment says. */
export interface MakesProvider {
  readonly '~makes'?: ((options: PublishedOptions) => Provider) | undefined
}

/**
 * A provider with the function that makes it. A copy by spread has what it says and no such function: what an application writes beside the
 * spread would be lost when the function is called again.
 */
export function makesProvider<Made extends object>(
  made: Made,
  makes: (options: PublishedOptions) => Provider,
): Made & MakesProvider {
  return Object.defineProperty({ ...made }, '~makes', { value: makes })
}

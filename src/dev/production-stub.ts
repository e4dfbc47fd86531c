import { type AnyDevOptions, developmentProvider } from './provider.js'

/** Replaces `dev()` under the import condition `production`: `.build()` rejects this provider. */
export function dev(options: AnyDevOptions = {}): object {
  return developmentProvider(options, undefined)
}

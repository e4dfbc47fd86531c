import { type AnyDevOptions, developmentProvider } from './provider.js'

/** In place of `dev()` where a bundler resolves the import condition `production`: a provider that no `.build()` accepts. */
export function dev(options: AnyDevOptions = {}): object {
  return developmentProvider(options, undefined)
}

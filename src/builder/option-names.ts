import type { OptionsGiven } from './options-given.js'

// Every key is asked for, so that none of a type can be forgotten.
const options: Record<keyof OptionsGiven, true> = {
  secret: true,
  basePath: true,
  prefix: true,
  useSecureCookies: true,
  trustHost: true,
  redirectProxyUrl: true,
  debug: true,
  logger: true,
  theme: true,
  store: true,
  experimental: true,
  compat: true,
  skipCSRFCheck: true,
}

/** What `.options()` takes. */
export const optionNames: readonly string[] = Object.keys(options)

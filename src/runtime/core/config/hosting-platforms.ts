import type { EnvironmentVariables } from './secret-and-url-variables.js'

/** Only headers that the platform always overwrites, so that clients cannot forge them. */
const ADDRESS_HEADERS: Readonly<Record<string, string>> = {
  VERCEL: 'x-real-ip',
  NETLIFY: 'x-nf-client-connection-ip',
  CF_PAGES: 'cf-connecting-ip',
  FLY_APP_NAME: 'fly-client-ip',
}

export function platformAddressHeader(env: EnvironmentVariables): string | undefined {
  return Object.entries(ADDRESS_HEADERS).find(([variable]) => isPlatform(env, variable))?.[1]
}

/**
 * Netlify sets `NETLIFY` only during builds, but its functions have a global object `Netlify`. An application
 * may set Netlify's other variable, `SITE_ID`, on any platform.
 *
 * @see https://docs.netlify.com/build/functions/api/
 */
export function isPlatform(env: EnvironmentVariables, variable: string): boolean {
  return Boolean(env[variable]) || (variable === 'NETLIFY' && 'Netlify' in globalThis)
}

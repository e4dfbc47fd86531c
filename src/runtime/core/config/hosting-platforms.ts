import type { EnvironmentVariables } from './secret-and-url-variables.js'

/**
 * Header with the IP address of the client, by a variable of the platform. Only headers that the platform
 * always overwrites are listed, so that clients cannot forge them.
 */
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
 * Whether the application runs on the platform with this variable. Netlify sets `NETLIFY` only during builds,
 * but its functions have a global object `Netlify`. An application may set Netlify's other variable,
 * `SITE_ID`, on any platform.
 *
 * @see https://docs.netlify.com/build/functions/api/
 */
export function isPlatform(env: EnvironmentVariables, variable: string): boolean {
  return Boolean(env[variable]) || (variable === 'NETLIFY' && 'Netlify' in globalThis)
}

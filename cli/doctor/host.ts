import type { Check } from './check.js'
import { originFile, siteUrl } from './site-url.js'

/** Checks the settings that decide the host in URLs of the application. */
export const host: Check = (application) => {
  const check = 'host'
  const { env, production } = application
  const { AUTH_TRUSTED_HOSTS: hosts, AUTH_TRUST_HOST: trust } = env
  const { url, variable } = siteUrl(application) ?? {}
  if (url && !(/^https?:/i.test(url) && URL.canParse(url))) {
    const fix = 'Set it to the URL of the application, such as https://example.com.'
    return [{ check, status: 'problem', message: `${variable} is not an absolute URL.`, fix }]
  }
  if (trust === 'true') {
    const fix =
      'List the hosts in AUTH_TRUSTED_HOSTS instead, unless a proxy replaces the Host and X-Forwarded-Host headers.'
    const message = 'AUTH_TRUST_HOST trusts every host in the URL or the headers of a request.'
    return [{ check, status: 'warning', message, fix }]
  }
  if (production && url?.startsWith('http:')) {
    const fix = 'Use https://, or cookies travel in plain text.'
    return [{ check, status: 'warning', message: `${variable} does not use HTTPS.`, fix }]
  }
  if (url || hosts) return [{ check, status: 'ok', message: url ?? hosts ?? '' }]
  const file = originFile(application)
  if (file) return [{ check, status: 'ok', message: `paths.origin in ${file}` }]
  const hosted = env['VERCEL'] === '1' || env['CF_PAGES'] === '1'
  if (!production || hosted) return [{ check, status: 'ok', message: 'the URL of the request' }]
  const message = 'Only this machine is trusted as a host: requests for other hosts get 421.'
  const fix = 'Set AUTH_URL to the URL of the application, or AUTH_TRUSTED_HOSTS to its hosts.'
  return [{ check, status: 'problem', message, fix }]
}

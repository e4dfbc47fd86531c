import type { Literal } from 'acorn'
import { booleanValue } from '../../src/runtime/core/config/boolean-value.js'
import { configuredOption } from './application.js'
import type { Check } from './check.js'
import { originFile, siteUrl, webUrl } from './site-url.js'

/** Checks the settings that decide the host in URLs of the application. */
export const host: Check = (application) => {
  const check = 'host'
  const { authFile, env, production } = application
  const { url, variable } = siteUrl(application) ?? {}
  if (url && !webUrl(url)) {
    const fix = 'Set it to the URL of the application, such as https://example.com.'
    return [{ check, status: 'problem', message: `${variable} is not an absolute URL.`, fix }]
  }
  const trustHost = booleanValue(env['AUTH_TRUST_HOST'])
  if (trustHost === 'invalid') {
    const message = 'AUTH_TRUST_HOST must be "true" or "false".'
    return [{ check, status: 'problem', message, fix: 'Change or remove the variable.' }]
  }
  const option = configuredOption(application, 'trustHost')
  const value = option === 'unknown' ? undefined : (option as Literal | undefined)?.value
  const fix =
    'List the hosts in AUTH_TRUSTED_HOSTS instead, unless a proxy replaces the Host and X-Forwarded-Host headers.'
  const hosts = value === false ? undefined : env['AUTH_TRUSTED_HOSTS']?.trim()
  const isSet = option !== undefined && option !== 'unknown'
  if (trustHost && !hosts && !isSet) {
    const message = 'AUTH_TRUST_HOST trusts every host in the URL or the headers of a request.'
    return [{ check, status: 'warning', message, fix }]
  }
  if (production && url?.startsWith('http:')) {
    const fix = 'Use https://, or cookies travel in plain text.'
    return [{ check, status: 'warning', message: `${variable} does not use HTTPS.`, fix }]
  }
  if (url) return [{ check, status: 'ok', message: url }]
  if (isSet && typeof value !== 'boolean') {
    return [{ check, status: 'ok', message: `trustHost in ${authFile}` }]
  }
  if (hosts) return [{ check, status: 'ok', message: hosts }]
  if (value === true) {
    const message = `trustHost in ${authFile} trusts every host in the URL or the headers of a request.`
    return [{ check, status: 'warning', message, fix }]
  }
  const file = originFile(application)
  if (file) return [{ check, status: 'ok', message: `paths.origin in ${file}` }]
  const hosted = env['VERCEL'] === '1' || env['CF_PAGES'] === '1'
  if (!production || hosted) return [{ check, status: 'ok', message: 'the URL of the request' }]
  const advice = 'Set AUTH_URL to the URL of the application, or AUTH_TRUSTED_HOSTS to its hosts.'
  if (option === 'unknown') {
    const message = `No variable sets the host, and ${authFile} does not show whether it sets trustHost.`
    return [{ check, status: 'skipped', message, fix: advice }]
  }
  const message = 'Only this machine is trusted as a host: requests for other hosts get 421.'
  return [{ check, status: 'problem', message, fix: advice }]
}

import { hostList } from '../../src/options/host-list.js'
import { booleanValue } from '../../src/runtime/core/config/boolean-value.js'
import { booleanOf } from '../edit/nodes.js'
import { configuredOption } from './application.js'
import type { Check } from './check.js'
import { webUrl } from './parse-web-url.js'
import { originFile, siteUrl } from './site-url.js'

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
  const { hosts, invalid } = hostList(env['AUTH_TRUSTED_HOSTS'])
  if (invalid !== undefined) {
    const message = `AUTH_TRUSTED_HOSTS has the entry "${invalid}", which is not a host.`
    const fix = 'List hosts separated by commas, such as app.example.com,*.preview.example.com.'
    return [{ check, status: 'problem', message, fix }]
  }
  if (url) {
    if (!production || webUrl(url)?.protocol !== 'http:') return [{ check, status: 'ok', message: url }]
    const fix = 'Use https://. Otherwise, cookies are sent in plain text.'
    return [{ check, status: 'warning', message: `${variable} does not use HTTPS.`, fix }]
  }
  const file = production ? originFile(application) : undefined
  if (file) return [{ check, status: 'ok', message: `paths.origin in ${file}` }]
  const option = configuredOption(application, 'trustHost')
  const isSet = option !== undefined && option !== 'unknown'
  const trusts = isSet ? booleanOf(option) : trustHost
  if (isSet && trusts === undefined) {
    return [{ check, status: 'ok', message: `trustHost in ${authFile}` }]
  }
  if (hosts.length > 0 && trusts !== false) return [{ check, status: 'ok', message: hosts.join(', ') }]
  const setting = isSet ? `trustHost in ${authFile}` : 'AUTH_TRUST_HOST'
  if (trusts) {
    const message = `${setting} trusts every host in the URL or the headers of a request.`
    const fix =
      'List the hosts in AUTH_TRUSTED_HOSTS instead, unless a proxy replaces the Host and X-Forwarded-Host headers.'
    return [{ check, status: 'warning', message, fix }]
  }
  const hosted = env['VERCEL'] === '1' || env['CF_PAGES'] === '1'
  if (trusts === undefined && (!production || hosted)) {
    return [{ check, status: 'ok', message: 'the URL of the request' }]
  }
  if (!production) return [{ check, status: 'ok', message: 'only this machine' }]
  const removal = trusts === false ? `remove ${setting} and ` : ''
  const fix = `Set AUTH_URL to the URL of the application, or ${removal}set AUTH_TRUSTED_HOSTS to its hosts.`
  if (option === 'unknown') {
    const message = `No variable sets the host, and ${authFile} does not show whether it sets trustHost.`
    return [{ check, status: 'skipped', message, fix }]
  }
  const message = 'Only this machine is trusted as a host: requests for other hosts get 421.'
  return [{ check, status: 'problem', message, fix }]
}

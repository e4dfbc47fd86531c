import type { ProviderEntry } from '../providers.js'
import type { Application } from './application.js'
import type { Check, Finding } from './check.js'

/** The metadata of each OpenID Provider, and its clock by the header `Date`. */
export const providerMetadata: Check = async ({ providers, env, offline }) =>
  offline ? [] : (await Promise.all(providers.map((provider) => metadataFindings(provider, env)))).flat()

async function metadataFindings(
  provider: ProviderEntry,
  env: Application['env'],
): Promise<readonly Finding[]> {
  const { id, issuerVariable } = provider
  const issuer = (issuerVariable && env[issuerVariable]) || provider.issuer
  if (issuer === undefined || provider.type !== 'oidc') return []
  const check = `${id} metadata`
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!response.ok) throw new Error(`status ${response.status}`)
    const { issuer: named } = (await response.json()) as { issuer?: unknown }
    // The issuer of some providers has a placeholder, such as `{tenantid}`.
    const isSame = withoutSlash(String(named)) === withoutSlash(issuer) || String(named).includes('{')
    const metadata: Finding = isSame
      ? { check, status: 'ok', message: url }
      : {
          check,
          status: 'problem',
          message: `${url} names the issuer ${String(named)}.`,
          fix: issuerVariable
            ? `Set ${issuerVariable} to that, exactly as written.`
            : 'Check DNS and the proxy of this network: this is not the response of the provider.',
        }
    return [metadata, ...clockFindings(id, date)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fix = 'Check the issuer and the network, or leave this check out with --offline.'
    return [{ check, status: 'problem', message: `${url} cannot be read: ${reason}.`, fix }]
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

/**
 * @param date - In milliseconds; `NaN` if the provider sends none.
 */
function clockFindings(id: string, date: number): readonly Finding[] {
  const seconds = Math.round((Date.now() - date) / 1000)
  if (!(Math.abs(seconds) > 60)) return []
  return [
    {
      check: 'clock',
      status: 'problem',
      message: `This clock differs from that of ${id} by ${seconds} seconds.`,
      fix: 'Synchronize it (NTP): ID tokens are accepted only during their lifetime.',
    },
  ]
}

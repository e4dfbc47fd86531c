import type { Application, ConfiguredProvider } from './application.js'
import type { Check, Finding } from './check.js'
import { providerClockFindings } from './clock.js'

const TIMEOUT_MS = 5000

export const providerMetadata: Check = async (application) =>
  application.offline
    ? []
    : (
        await Promise.all(application.providers.map((provider) => metadataFindings(provider, application)))
      ).flat()

async function metadataFindings(
  provider: ConfiguredProvider,
  { env, production }: Application,
): Promise<readonly Finding[]> {
  const { id, issuerVariable, passedIssuer } = provider
  if (provider.type !== 'oidc') return []
  const check = `${id} metadata`
  if (provider.standIn && !production) {
    const message =
      'The metadata is not read, because test users replace the provider in development. To read it, add --production.'
    return [{ check, status: 'skipped', message }]
  }
  if (passedIssuer && passedIssuer.value === undefined) {
    const message =
      'The configuration passes `issuer`, but its value is not in the source or its variable is not set. So the metadata is not checked.'
    return [{ check, status: 'skipped', message }]
  }
  const issuer = passedIssuer?.value ?? ((issuerVariable && env[issuerVariable]) || provider.issuer)
  if (issuer === undefined) return []
  const setting = passedIssuer ? '`issuer` in the configuration' : issuerVariable
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const metadata = (await response.json()) as { issuer?: unknown } | null
    const actual = metadata?.issuer
    if (typeof actual !== 'string') throw new Error('it has no "issuer"')
    const expected = [issuer, ...provider.issuerAliases].map(withoutSlash)
    // The issuer of some providers has a placeholder, such as `{tenantid}`.
    const isExpected = expected.includes(withoutSlash(actual)) || actual.includes('{')
    const finding: Finding = isExpected
      ? { check, status: 'ok', message: url }
      : {
          check,
          status: 'problem',
          message: `${url} names the issuer ${JSON.stringify(actual)}.`,
          fix: setting
            ? `Set ${setting} to this issuer, exactly as written.`
            : 'Check DNS and the proxy of this network: this is not the response of the provider.',
        }
    return [finding, ...providerClockFindings(id, timeOf(response))]
  } catch (error) {
    const fix = 'Check the issuer and the network, or skip this check with --offline.'
    return [{ check, status: 'problem', message: `${url} cannot be read: ${reasonOf(error)}.`, fix }]
  }
}

/** The reason of an error. Errors of `fetch` contain it as their `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return reasonOf(error.cause)
  // The message of a `SyntaxError` quotes the response, so it is not used.
  if (error instanceof SyntaxError) return 'it is not JSON'
  // If several IP addresses were tried, the error has no message, only a code.
  return error.message || String((error as NodeJS.ErrnoException).code)
}

/**
 * Returns the time of the server in milliseconds since 1970. A cached response keeps its original `Date`, so its `Age`
 * is added.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9111.html#section-5.1
 */
function timeOf({ headers }: Response): number {
  return Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

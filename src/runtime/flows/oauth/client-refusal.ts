import { CallbackRouteError } from '../../../errors.js'
import { providerVariable } from '../../config/environment.js'
import { providerError } from './callback-error.js'
import { authMethodOf, isSigned } from './client-credentials.js'
import type { ReadyOAuthProvider } from './oauth-provider.js'

/**
 * The token endpoint did not take the application for the client that it is configured as. No visitor can
 * do anything about that, nor cause it, where the provider refuses codes as the standard says.
 */
export class ClientRefusal extends Error {
  readonly code: string

  /** @param code - The error that the endpoint named. */
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The errors that come of how the application is registered, and those of GitHub's own. @see https://www.rfc-editor.org/rfc/rfc6749.html#section-5.2 */
const causes: Readonly<Record<string, 'client' | 'grant' | 'address'>> = {
  invalid_client: 'client',
  incorrect_client_credentials: 'client',
  unauthorized_client: 'grant',
  unsupported_grant_type: 'grant',
  redirect_uri_mismatch: 'address',
}

/** The refusal of the client that an error of the token endpoint stands for, if it does. */
export function clientRefusal(code: string, description: unknown): ClientRefusal | undefined {
  const said = providerError(code, description)
  if (Object.hasOwn(causes, code)) return new ClientRefusal(code, said)
  return code === 'invalid_grant' && isAboutAddress(String(description))
    ? new ClientRefusal('redirect_uri_mismatch', said)
    : undefined
}

/**
 * The standard has no name of its own for another callback address, so it is said in words: in these alone, for many name all that
 * may be wrong with a grant, and a code may be of a visitor's own making.
 */
function isAboutAddress(description: string): boolean {
  return /redirect[ _-]?ur[il]/i.test(description) && !/code|grant|expired/i.test(description)
}

/** What the log is told: who refused, what to change, and what was answered. */
export function clientRefused(
  provider: ReadyOAuthProvider,
  refusal: ClientRefusal,
  redirectUri: string,
): CallbackRouteError {
  const cause = causes[refusal.code] ?? 'client'
  const advice = {
    client: `check ${credentialsOf(provider)}`,
    // Some call it by this name that they do not know the client.
    grant: `allow the client the authorization code flow there, and check ${credentialsOf(provider)}`,
    address: `register ${redirectUri} as its callback address there`,
  }
  return new CallbackRouteError(
    `The provider '${provider.id}' refused this application as its client: ${advice[cause]}. ${refusal.message}`,
    { cause: { err: refusal, provider: provider.id } },
  )
}

function credentialsOf(provider: ReadyOAuthProvider): string {
  const { id } = provider
  const method = authMethodOf(provider)
  const registered = `that the client is registered for \`${method}\``
  const clientId = `${providerVariable(id, 'ID')} or \`clientId\``
  switch (method) {
    case 'none':
      return `${clientId}, and ${registered}`
    case 'private_key_jwt':
      return `${clientId}, \`token.clientPrivateKey\`, and ${registered}`
    default:
      if (isSigned(provider)) {
        const parts = (['TEAM_ID', 'KEY_ID', 'PRIVATE_KEY'] as const).map((part) =>
          providerVariable(id, part),
        )
        return `${clientId}, and ${parts.join(', ')}, or \`teamId\`, \`keyId\` and \`privateKey\``
      }
      return `${clientId}, ${providerVariable(id, 'SECRET')} or \`clientSecret\`, and ${registered}`
  }
}

import { macAlgorithms } from '../providers/kinds/mac-algorithms.js'
import type { Check, OAuthClient, OAuthSettings, TokenEndpointAuthMethod } from '../providers/kinds/oauth.js'
import type { PasswordProvider } from '../providers/kinds/password.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { ConfigurationProblem } from './configuration-error.js'
import { anObject, aSchema, aTime, aUrl, type Kind, kindProblems, oneOf } from './value-checks.js'

const checks: Record<Check, true> = { pkce: true, state: true, nonce: true, none: true }
const methods: Record<TokenEndpointAuthMethod, true> = {
  client_secret_basic: true,
  client_secret_post: true,
  private_key_jwt: true,
  none: true,
}

const aCheck = oneOf(...Object.keys(checks))

const settingKinds: { readonly [Name in keyof OAuthSettings]?: Kind } = {
  // A string would count as a list of its letters, and the sign-in would run without PKCE and `nonce`.
  checks: { must: `a list of ${aCheck.must}`, holds: isListOfChecks },
  client: anObject,
  linkWithin: aTime,
  redirectProxyUrl: aUrl,
}

const clientKinds: { readonly [Name in keyof OAuthClient]?: Kind } = {
  token_endpoint_auth_method: oneOf(...Object.keys(methods)),
}

const aForm: Kind = {
  must: 'a Standard Schema or an object',
  holds: (value) => anObject.holds(value) || aSchema.holds(value),
}

const otherKinds: {
  readonly [Type in Exclude<Provider['type'], 'oauth' | 'oidc'>]: {
    readonly [Name in keyof Extract<Provider, { type: Type }>]?: Kind
  }
} = {
  credentials: { input: aForm },
  email: { maxAge: aTime },
  password: {
    // With NaN, every password would be long enough.
    minLength: { must: 'an integer', holds: (value) => Number.isInteger(value) },
    signUp: {
      must: 'an object with `fields`',
      holds: (value) => aForm.holds((value as PasswordProvider['signUp'] | null)?.fields),
    },
  },
  webauthn: { within: aTime },
}

export function providerValueProblems(provider: Provider): readonly ConfigurationProblem[] {
  if (provider.type !== 'oauth' && provider.type !== 'oidc')
    return kindProblems<Provider>(provider, otherKinds[provider.type], `${provider.id}.`)
  const { id, client } = provider
  const { id_token_signed_response_alg, userinfo_signed_response_alg } = client ?? {}
  const algorithms = new Set([id_token_signed_response_alg, userinfo_signed_response_alg])
  const macs = [...algorithms].filter((alg) => macAlgorithms.has(alg))
  return [
    ...kindProblems<OAuthSettings>(provider, settingKinds, `${id}.`),
    ...macs.flatMap((alg) => kindProblems<OAuthSettings>(provider, { clientSecret: aMacKey(alg) }, `${id}.`)),
    ...(anObject.holds(client) ? kindProblems(client as OAuthClient, clientKinds, `${id}.client.`) : []),
  ]
}

/** Checks a secret in the configuration. If a secret comes from an environment variable, the sign-in checks its length. */
function aMacKey(alg = ''): Kind {
  // The name ends with the length of the hash in bits, such as HS256.
  const minBytes = Number(alg.slice(2)) / 8
  return {
    must: `a string of ${minBytes} bytes or more, for ${alg}`,
    holds: (value) => new TextEncoder().encode(String(value)).length >= minBytes,
  }
}

function isListOfChecks(value: unknown): boolean {
  return Array.isArray(value) && value.every(aCheck.holds)
}

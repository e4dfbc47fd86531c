import type { CredentialFields, CredentialsProvider } from '../../providers/kinds/credentials.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { WebAuthnProvider } from '../../providers/kinds/webauthn.js'
import type { Clock } from '../base/clock.js'
import { withinOf } from '../flows/webauthn/relying-party.js'
import type { SignInOption, WebAuthnSignInOption } from '../pages/sign-in-form.js'
import { isRecentSignIn } from '../sessions/recent-sign-in.js'
import type { LiveSession } from '../sessions/session-strategy.js'
import type { RouteCapabilities } from './route-context.js'

/** What the built-in sign-in page offers: every provider that can be shown as a button or a form. */
export function signInOptions(
  { spec, providers, basePath, clock, warnOnce }: RouteCapabilities,
  origin: string,
  live: LiveSession | null,
): SignInOption[] {
  const options = [...providers.values()].flatMap(
    (provider) => optionOf(provider, origin + basePath, live, clock, spec.signUp !== 'closed') ?? [],
  )
  const left = [...providers.keys()].filter((known) => !options.some(({ id }) => id === known))
  if (left.length > 0) {
    const names = left.map((id) => `"${id}"`).join(', ')
    warnOnce(
      'provider-without-form',
      `The built-in sign-in page leaves out ${names}: a schema does not say which fields its form has. Name them in the option \`fields\` of credentials().`,
    )
  }
  return options
}

function optionOf(
  provider: Provider,
  base: string,
  live: LiveSession | null,
  clock: Clock,
  isOpen: boolean,
): SignInOption | undefined {
  const { id, name = id } = provider
  const signIn = `${base}/signin/${id}`
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      return { type: provider.type, id, name, style: provider.style, action: signIn }
    case 'email':
      return { type: 'email', id, name, action: signIn }
    case 'credentials': {
      const fields = credentialFields(provider)
      return fields && { type: 'credentials', id, name, fields, action: `${base}/callback/${id}` }
    }
    case 'webauthn': {
      const { formFields: fields = {}, enableConditionalUI = true } = provider
      const offers = passkeyOffers(provider, live, clock, isOpen)
      const conditional = enableConditionalUI && offers !== 'add'
      const optionsUrl = `${base}/webauthn-options/${id}`
      return {
        type: 'webauthn',
        id,
        name,
        fields,
        action: `${base}/callback/${id}`,
        optionsUrl,
        conditional,
        offers,
      }
    }
  }
}

function passkeyOffers(
  provider: WebAuthnProvider,
  live: LiveSession | null,
  clock: Clock,
  isOpen: boolean,
): WebAuthnSignInOption['offers'] {
  if (!live) return isOpen ? 'signInAndUp' : 'signIn'
  const now = Math.floor(clock() / 1000)
  return isRecentSignIn(live, { within: withinOf(provider), began: now, now }) ? 'add' : 'signInAgain'
}

/** The fields of a form; a schema says what is valid, not what to show. */
export function credentialFields({ fields, input }: CredentialsProvider): CredentialFields | undefined {
  if (fields) return fields
  return typeof input === 'object' && !('~standard' in input) ? (input as CredentialFields) : undefined
}

import type { CredentialFields, CredentialsProvider } from '../../providers/kinds/credentials.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { Instance } from '../compile.js'
import type { SignInOption } from '../pages/sign-in-option.js'

/** What the built-in sign-in page offers: every provider that can be shown as a button or a form. */
export function signInOptions(
  { providers, basePath, warnOnce }: Instance,
  origin: string,
  signedIn: boolean,
): SignInOption[] {
  const options = [...providers.values()].flatMap(
    (provider) => optionOf(provider, origin + basePath, signedIn) ?? [],
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

function optionOf(provider: Provider, base: string, signedIn: boolean): SignInOption | undefined {
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
      const conditional = enableConditionalUI && !signedIn
      const optionsUrl = `${base}/webauthn-options/${id}`
      return {
        type: 'webauthn',
        id,
        name,
        fields,
        action: `${base}/callback/${id}`,
        optionsUrl,
        conditional,
        signedIn,
      }
    }
  }
}

/** The fields of a form; a schema says what is valid, not what to ask for. */
export function credentialFields({ fields, input }: CredentialsProvider): CredentialFields | undefined {
  if (fields) return fields
  return typeof input === 'object' && !('~standard' in input) ? (input as CredentialFields) : undefined
}

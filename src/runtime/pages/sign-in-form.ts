import { match } from 'ts-pattern'
import type { CredentialFields } from '../../providers/kinds/credentials.js'
import { renderField } from './field.js'
import { type HiddenFieldsProps, renderHiddenFields } from './hidden-fields.js'
import { type Html, html } from './html.js'
import { linkUrl } from './page-url.js'
import { renderProviderMark } from './provider-mark.js'
import type { OAuthSignInOption, SignInOption } from './sign-in-option.js'

/** What a form of the sign-in page needs besides its option. */
export interface SignInFormProps extends HiddenFieldsProps {
  readonly host: string
  /** An address to put into the e-mail form. */
  readonly email?: string | undefined
  /** Whether the first field takes the focus when the page opens. */
  readonly autofocus: boolean
  /** The label of a credentials form's button. */
  readonly credentialsLabel: string
  /** The class that carries the colours of a provider. */
  readonly brandClass: string
}

/** The longest address that mail can be sent to. RFC 5321 allows 256 characters with the angle brackets. */
const longestEmail = 254

/** The form of one way to sign in. */
export function renderSignInForm(option: SignInOption, props: SignInFormProps): Html {
  const content = match(option)
    .with({ type: 'oauth' }, { type: 'oidc' }, (provider) => providerButton(provider, props))
    .with({ type: 'email' }, (provider) =>
      fieldsAndButton(provider.id, emailFields(props.email), 'Email me a sign-in link', props),
    )
    .with({ type: 'credentials' }, (provider) =>
      fieldsAndButton(provider.id, provider.fields, props.credentialsLabel, props),
    )
    .with({ type: 'webauthn' }, (provider) =>
      fieldsAndButton(provider.id, provider.fields, `Sign in with ${provider.name}`, props),
    )
    .exhaustive()
  return html`<form action="${linkUrl(option.action)}" method="post">${renderHiddenFields(props)}
${content}
</form>
`
}

function providerButton(option: OAuthSignInOption, { host, brandClass }: SignInFormProps): Html {
  return html`<button type="submit" class="button provider ${brandClass}">${renderProviderMark(option, host)}
<span>Sign in with ${option.name}</span></button>`
}

function fieldsAndButton(
  providerId: string,
  fields: CredentialFields,
  label: string,
  { autofocus }: SignInFormProps,
): Html {
  const inputs = Object.entries(fields).map(([name, field], index) =>
    renderField({ providerId, name, field, autofocus: autofocus && index === 0 }),
  )
  return html`<div class="fields">
${inputs}
<button type="submit" class="button primary">${label}</button>
</div>`
}

function emailFields(email: string | undefined): CredentialFields {
  const known = email !== undefined && email.length <= longestEmail
  return {
    email: {
      label: 'Email',
      placeholder: 'you@example.com',
      required: true,
      ...(known && { value: email }),
    },
  }
}

import { match } from 'ts-pattern'
import type { CredentialFields } from '../../providers/kinds/credentials.js'
import { type Html, html } from '../http/html.js'
import { errorText } from './error-text.js'
import type { FailedForm } from './failed-form.js'
import { renderField } from './field.js'
import { type HiddenFieldsProps, renderHiddenFields } from './hidden-fields.js'
import { alertIcon, keyIcon } from './icons.js'
import { linkUrl } from './page-url.js'
import { renderProviderMark } from './provider-mark.js'
import type { OAuthSignInOption, SignInOption, WebAuthnSignInOption } from './sign-in-option.js'

/** What a form of the sign-in page needs besides its option. */
export interface SignInFormProps extends HiddenFieldsProps {
  readonly host: string
  /** An address to put into the e-mail form. */
  readonly email?: string | undefined
  /** Whether the first field takes the focus when the page opens. */
  readonly autofocus: boolean
  /** Whether its button is the first thing to be pressed. */
  readonly primary: boolean
  /** Where this form is the one that failed: what was typed into it, and the type of the error. */
  readonly failed?: (FailedForm & { readonly error: string }) | undefined
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
      fieldsAndButtons(
        provider.id,
        emailFields(props.email),
        submitButton(html`Email me a sign-in link`, props),
        props,
      ),
    )
    .with({ type: 'credentials' }, (provider) =>
      fieldsAndButtons(
        provider.id,
        provider.fields,
        submitButton(html`${props.credentialsLabel}`, props),
        props,
      ),
    )
    .with({ type: 'webauthn' }, (provider) =>
      fieldsAndButtons(
        provider.id,
        provider.offers === 'add' ? {} : provider.fields,
        passkeyButtons(provider, props),
        props,
      ),
    )
    .exhaustive()
  return html`<form action="${linkUrl(option.action)}" method="post">${renderHiddenFields(props)}
${content}
</form>
`
}

function providerButton(option: OAuthSignInOption, { host, brandClass }: SignInFormProps): Html {
  return html`<button type="submit" class="button provider ${brandClass}">${renderProviderMark(option, host)}
${signInWith(option.name)}</button>`
}

/** A name may be written in the other direction than the words before it. */
function signInWith(name: string): Html {
  return html`<span><span class="verb">Sign in with </span><bdi>${name}</bdi></span>`
}

function submitButton(label: Html, { primary }: SignInFormProps): Html {
  return html`<button type="submit" class="button${primary && ' primary'}">${label}</button>`
}

/**
 * The buttons that the page's script answers to. Somebody who signs in need not say who they are; a new account needs
 * what the fields ask for.
 */
function passkeyButtons({ name, offers }: WebAuthnSignInOption, { primary }: SignInFormProps): Html {
  const first = `button${primary ? ' primary' : ''}`
  if (offers === 'add') {
    return html`<button type="submit" value="register" class="${first}">${keyIcon} <span>Add <bdi>${name}</bdi> to your account</span></button>`
  }
  const signIn = html`<button type="submit" value="authenticate" formnovalidate class="${first}">${keyIcon} ${signInWith(name)}</button>`
  if (offers === 'signInAgain') return signIn
  return html`${signIn}
<button type="submit" value="register" class="button"><span>Create an account with <bdi>${name}</bdi></span></button>`
}

function fieldsAndButtons(
  providerId: string,
  fields: CredentialFields,
  buttons: Html,
  { autofocus, failed }: SignInFormProps,
): Html {
  const errorId = failed && `error-for-${providerId}-provider`
  // Somebody who comes back to a form goes on at the first field that is empty: the password, as a rule.
  const first = Object.keys(fields).findIndex((name) => !failed?.typed[name])
  const inputs = Object.entries(fields).map(([name, field], index) => {
    const focused = (autofocus || failed !== undefined) && index === Math.max(first, 0)
    return renderField({ providerId, name, field, autofocus: focused, typed: failed?.typed[name], errorId })
  })
  return html`<div class="fields">
${inputs}
${failed && errorId && renderProblem(failed.error, errorId)}${buttons}
</div>`
}

function renderProblem(error: string, id: string): Html {
  const { title, message } = errorText(error)
  return html`<div class="invalid" id="${id}" role="alert">${alertIcon}<p><strong>${title}.</strong> ${message}</p></div>
`
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

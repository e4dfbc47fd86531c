import { isHexColor } from '../../../options/pages-options.js'
import type { MarkPath, ProviderStyle } from '../../../providers/kinds/common-provider.js'
import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import { membersOf } from '../../core/base/type-guards.js'
import { type Html, html, imageUrl, linkUrl } from '../../core/http/html.js'
import type { FailedForm } from '../../core/login/failed-form.js'
import type {
  CommonSignInMethod,
  CredentialsSignInMethod,
  EmailSignInMethod,
  OAuthSignInMethod,
  SignInMethod,
  WebAuthnSignInMethod,
} from '../../core/sign-in-method.js'
import {
  alertIcon,
  type HiddenFieldsProps,
  initial,
  keyIcon,
  renderField,
  renderHiddenFields,
} from './document.js'
import { errorText, filled, type Words } from './words.js'

/** What a form of the sign-in page needs besides its option. */
export interface SignInFormProps extends HiddenFieldsProps {
  readonly host: string
  readonly words: Words
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
  /** Whether the user can choose to stay signed in. */
  readonly remember?: boolean
  /** The id of the provider to mark as the one that was used last. */
  readonly lastUsed?: string | undefined
}

/** The longest address that mail can be sent to. RFC 5321 allows 256 characters with the angle brackets. */
const longestEmail = 254

/** The form of one way to sign in. */
export function renderSignInForm(option: SignInMethod, props: SignInFormProps): Html {
  return html`<form action="${linkUrl(option.action)}" method="post">${renderHiddenFields(props)}
${formContent(option, props)}${renderRemember(option, props)}
</form>
`
}

/** A box, unless a form of the application has a field of this name. */
function renderRemember(option: SignInMethod, { remember, words: { texts } }: SignInFormProps): Html {
  const fields = 'fields' in option ? option.fields : {}
  const isAdded = option.type === 'webauthn' && option.offers === 'add'
  if (!remember || isAdded || 'remember' in fields) return html``
  const id = `remember-for-${option.id}-provider`
  return html`
<div class="choice"><input id="${id}" name="remember" type="checkbox" value="on"><label for="${id}">${texts['signIn.remember']}</label></div>`
}

function formContent(option: SignInMethod, props: SignInFormProps): Html {
  switch (option.type) {
    case 'oauth':
    case 'oidc':
      return providerButton(option, props)
    case 'email':
      return fieldsAndButtons(
        option.id,
        emailFields(props),
        submitButton(html`${props.words.texts['signIn.emailLink']}${renderLastUsed(option, props)}`, props),
        props,
      )
    case 'credentials':
      return fieldsAndButtons(
        option.id,
        withAddress(option, props),
        html`${submitButton(html`${props.credentialsLabel}${renderLastUsed(option, props)}`, props)}${option.link && linkButton(option.link, props)}`,
        props,
      )
    case 'webauthn':
      return fieldsAndButtons(
        option.id,
        option.offers === 'add' ? {} : option.fields,
        passkeyButtons(option, props),
        props,
      )
    default:
      return option satisfies never
  }
}

function providerButton(option: OAuthSignInMethod, props: SignInFormProps): Html {
  const { host, brandClass } = props
  return html`<button type="submit" class="button provider ${brandClass}">${renderProviderMark(option, host)}
${signInWith(option, props)}</button>`
}

function renderLastUsed({ id }: CommonSignInMethod, { lastUsed, words: { texts } }: SignInFormProps): Html {
  return html`${id === lastUsed && html` <small>${texts['signIn.lastUsed']}</small>`}`
}

/** A name may be written in the other direction than the words before it. */
function signInWith(option: CommonSignInMethod, props: SignInFormProps): Html {
  const verb = (written: string): Html => html`<span class="verb">${written}</span>`
  return html`<span>${filled(props.words.texts['signIn.with'], { provider: html`<bdi>${option.name}</bdi>` }, verb)}${renderLastUsed(option, props)}</span>`
}

function submitButton(label: Html, { primary }: SignInFormProps): Html {
  return html`<button type="submit" class="button${primary && ' primary'}">${label}</button>`
}

/** A button of another form that sends its address elsewhere. The server validates it; the password need not be typed. */
function linkButton(option: EmailSignInMethod, props: SignInFormProps): Html {
  return html`
<button type="submit" class="button" formaction="${linkUrl(option.action)}" formnovalidate>${props.words.texts['signIn.emailLink']}${renderLastUsed(option, props)}</button>`
}

/**
 * The buttons that the page's script handles. A user who signs in need not type an address; a new account needs
 * what the fields require.
 */
function passkeyButtons(option: WebAuthnSignInMethod, props: SignInFormProps): Html {
  const { name, offers } = option
  const { primary, words } = props
  const provider = html`<bdi>${name}</bdi>`
  const { texts } = words
  const first = `button${primary ? ' primary' : ''}`
  if (offers === 'add') {
    return html`<button type="submit" value="register" class="${first}">${keyIcon} <span>${filled(texts['passkey.add'], { provider })}</span></button>`
  }
  const signIn = html`<button type="submit" value="authenticate" formnovalidate class="${first}">${keyIcon} ${signInWith(option, props)}</button>`
  if (offers !== 'signInAndUp') return signIn
  return html`${signIn}
<button type="submit" value="register" class="button"><span>${filled(texts['passkey.signUp'], { provider })}</span></button>`
}

function fieldsAndButtons(
  providerId: string,
  fields: CredentialFields,
  buttons: Html,
  { autofocus, failed, words }: SignInFormProps,
): Html {
  const errorId = failed && `error-for-${providerId}-provider`
  // A user who comes back to a form continues at the first field that is empty: the password, as a rule.
  const first = Object.keys(fields).findIndex((name) => !failed?.typed[name])
  const inputs = Object.entries(fields).map(([name, field], index) => {
    const focused = (autofocus || failed !== undefined) && index === Math.max(first, 0)
    return renderField({
      providerId,
      name,
      field,
      autofocus: focused,
      typed: failed?.typed[name],
      errorId,
      words,
    })
  })
  return html`<div class="fields">
${inputs}
${failed && errorId && renderProblem(failed.error, errorId, words)}${buttons}
</div>`
}

function renderProblem(error: string, id: string, words: Words): Html {
  const { title, message } = errorText(error, words)
  return html`<div class="invalid" id="${id}" role="alert">${alertIcon}<p><strong>${title}.</strong> ${message}</p></div>
`
}

/** The fields of a form, the address of the link in its field `email`. */
function withAddress(
  { fields, link }: CredentialsSignInMethod,
  { email }: SignInFormProps,
): CredentialFields {
  const { email: field } = fields
  if (!link || field === undefined || email === undefined || email.length > longestEmail) return fields
  return { ...fields, email: { value: email, ...field } }
}

function emailFields({ email, words: { texts } }: SignInFormProps): CredentialFields {
  const known = email !== undefined && email.length <= longestEmail
  return {
    email: {
      label: texts['signIn.email'],
      placeholder: texts['signIn.emailExample'],
      required: true,
      ...(known && { value: email }),
    },
  }
}

/** What is drawn of a provider. */
export interface ProviderMarkProps {
  readonly name: string
  readonly style?: ProviderStyle | undefined
}

/** The picture on a provider's button: its logo, its mark, or the first letter of its name. */
export function renderProviderMark({ name, style }: ProviderMarkProps, host: string): Html {
  const logo = imageUrl(style?.logo, host)
  if (logo !== undefined) return html`<img class="mark" src="${logo}" alt="" width="20" height="20">`
  const paths = pathsOf(style?.mark)
  if (paths === undefined) {
    return html`<span class="mark monogram" aria-hidden="true">${initial(name)}</span>`
  }
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${paths.map(
    ({ d, fill }) => html`<path fill="${fill}" d="${d}"/>`,
  )}</svg>`
}

/** The characters of path data. @see https://www.w3.org/TR/SVG2/paths.html#PathDataBNF */
const PATH_DATA = /^[Mm][\d\s,.+MmZzLlHhVvCcSsQqTtAaEe-]+$/

/** The paths of a mark, or `undefined` where one is no path, since provider objects come from other packages, too. */
function pathsOf(mark: ProviderStyle['mark']): readonly MarkPath[] | undefined {
  if (typeof mark === 'string') return PATH_DATA.test(mark) ? [{ d: mark, fill: 'currentColor' }] : undefined
  return Array.isArray(mark) && mark.length > 0 && mark.every(isPath) ? mark : undefined
}

function isPath(path: unknown): boolean {
  const { d, fill } = membersOf(path)
  return typeof d === 'string' && PATH_DATA.test(d) && isHexColor(fill)
}

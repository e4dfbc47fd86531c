import { sentenceEnd } from '../../../options/language.js'
import { isHexColor } from '../../../options/pages-options.js'
import type { MarkPath, ProviderStyle } from '../../../providers/kinds/common-provider.js'
import type { CredentialField, CredentialFields } from '../../../providers/kinds/credentials.js'
import { membersOf } from '../../core/base/members-of.js'
import { type Html, html } from '../../core/http/html.js'
import { imageUrl, linkUrl } from '../../core/http/page-urls.js'
import { withQuery } from '../../core/http/redirects.js'
import type { FailedForm } from '../../core/login/failed-form.js'
import { inputAttributes } from '../../core/login/input-attributes.js'
import type {
  CommonSignInMethod,
  CredentialsSignInMethod,
  EmailSignInMethod,
  OAuthSignInMethod,
  PasswordLinks,
  WebAuthnSignInMethod,
} from '../../core/sign-in-page-methods.js'
import { alertIcon, type HiddenFieldsProps, initial, keyIcon, renderHiddenFields } from './document.js'
import { renderField } from './field.js'
import { canRemember, renderRemember } from './remember-checkbox.js'
import { isPasswordForm, type PageForm } from './sign-in-steps.js'
import { errorText, filled, type Words } from './words.js'

export interface SignInFormProps extends HiddenFieldsProps {
  readonly host: string
  readonly words: Words
  readonly email?: string | undefined
  /** On the second page: the e-mail address from the first page. */
  readonly address?: string | undefined
  readonly autofocus: boolean
  readonly primary: boolean
  /** Set if this is the form that failed. */
  readonly failed?: (FailedForm & { readonly error: string }) | undefined
  readonly credentialsLabel: string
  readonly brandClass: string
  readonly remember?: boolean
  /** The id of the last used provider. */
  readonly lastUsed?: string | undefined
}

/** In characters. RFC 5321 allows 256 including angle brackets. */
const MAX_EMAIL_LENGTH = 254

export function renderSignInForm(option: PageForm, props: SignInFormProps): Html {
  return html`<form action="${linkUrl(option.action)}" method="post">${renderHiddenFields(props)}
${formContent(option, props)}${props.remember && canRemember(option) && renderRemember(option, props.words)}
</form>
${isPasswordForm(option) && props.address !== undefined && forgotForm(option.password, props.address, props)}`
}

function forgotForm({ forgot }: PasswordLinks, address: string, props: SignInFormProps): Html {
  if (forgot === undefined) return html``
  return html`<form action="${linkUrl(forgot)}" method="post" class="footnote">${renderHiddenFields(props)}
<input type="hidden" name="page" value="1"><input type="hidden" name="action" value="forgot"><input type="hidden" name="email" value="${address}"><button type="submit" class="link">${props.words.texts['password.forgot']}</button>
</form>
`
}

function formContent(option: PageForm, props: SignInFormProps): Html {
  switch (option.type) {
    case 'address':
      return fieldsAndButtons(
        option.id,
        firstPageFields(props),
        submitButton(props.credentialsLabel, props),
        props,
      )
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
        credentialsFields(option, props),
        html`${submitButton(html`${props.credentialsLabel}${renderLastUsed(option, props)}`, props)}${option.link && linkButton(option.link, props)}${option.password && props.address === undefined && passwordLinks(option.password, props)}`,
        props,
        { email: option.password && notYouLink(option.password, props) },
      )
    case 'webauthn':
      return fieldsAndButtons(
        option.id,
        option.offers === 'add' ? {} : passkeyFields(option, props),
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

/**
 * Renders the label of a button. The name is in a `<bdi>`, because its writing direction may differ from that
 * of the label.
 */
function signInWith(option: CommonSignInMethod, props: SignInFormProps): Html {
  const verb = (part: string): Html => html`<span class="verb">${part}</span>`
  return html`<span>${filled(props.words.texts['signIn.with'], { provider: html`<bdi>${option.name}</bdi>` }, verb)}${renderLastUsed(option, props)}</span>`
}

function submitButton(label: Html | string, { primary }: SignInFormProps): Html {
  return html`<button type="submit" class="button${primary && ' primary'}">${label}</button>`
}

/**
 * Renders the button that requests a sign-in link. The browser does not validate the form, because the
 * password may be empty.
 */
function linkButton(option: EmailSignInMethod, props: SignInFormProps): Html {
  return html`
<button type="submit" class="button" formaction="${linkUrl(option.action)}" formnovalidate>${props.words.texts['signIn.emailLink']}${renderLastUsed(option, props)}</button>`
}

function notYouLink(
  { signIn }: PasswordLinks,
  { address, callbackUrl, words: { texts } }: SignInFormProps,
): Html | undefined {
  if (address === undefined) return undefined
  return html`<p class="hint"><a href="${linkUrl(withQuery(signIn, { callbackUrl }))}">${texts['signIn.notYou']}</a></p>
`
}

function passwordLinks(
  { forgot, signUp }: PasswordLinks,
  { callbackUrl, words: { texts } }: SignInFormProps,
): Html {
  const link = (url: string, text: string): Html =>
    html`<a href="${linkUrl(withQuery(url, { callbackUrl }))}">${text}</a>`
  const links = [
    forgot !== undefined && link(forgot, texts['password.forgot']),
    signUp !== undefined && link(signUp, texts['signIn.signUp']),
  ].filter(Boolean)
  if (links.length === 0) return html``
  return html`
<p class="footnote">${links.map((each, index) => html`${index > 0 && ' · '}${each}`)}</p>`
}

/**
 * Renders the buttons for passkeys. The browser validates the fields only for a sign-up, because a sign-in
 * does not need them.
 */
function passkeyButtons(option: WebAuthnSignInMethod, props: SignInFormProps): Html {
  const { offers } = option
  const { primary, words } = props
  const { texts } = words
  // The default name `Passkey` has no article, so the text `passkey.name`, such as "a passkey", replaces it.
  const name = option.name === 'Passkey' ? texts['passkey.name'] : option.name
  const provider = html`<bdi>${name}</bdi>`
  const firstButton = `button${primary ? ' primary' : ''}`
  if (offers === 'add') {
    return html`<button type="submit" value="register" class="${firstButton}">${keyIcon} <span>${filled(texts['passkey.add'], { provider })}</span></button>`
  }
  const signIn = html`<button type="submit" value="authenticate" formnovalidate class="${firstButton}">${keyIcon} ${signInWith({ ...option, name }, props)}</button>`
  if (offers !== 'signInAndUp') return signIn
  return html`${signIn}
<button type="submit" value="register" class="button"><span>${filled(texts['passkey.signUp'], { provider })}</span></button>`
}

function fieldsAndButtons(
  providerId: string,
  fields: CredentialFields,
  buttons: Html,
  { autofocus, failed, words }: SignInFormProps,
  hints: Readonly<Record<string, Html | undefined>> = {},
): Html {
  const errorId = failed && `error-for-${providerId}-provider`
  // The first empty field gets the focus. After an error, this is usually the password.
  const firstEmpty = Object.entries(fields).findIndex(
    ([name, field]) => !field.readonly && isTextField(name, field) && !failed?.typed[name],
  )
  const inputs = Object.entries(fields).map(([name, field], index) => {
    const focused = (autofocus || failed !== undefined) && index === Math.max(firstEmpty, 0)
    return html`${renderField({
      providerId,
      name,
      field,
      autofocus: focused,
      typed: field.readonly ? undefined : failed?.typed[name],
      errorId,
      words,
    })}${hints[name]}`
  })
  return html`<div class="fields">
${inputs}
${failed && errorId && renderProblem(failed.error, errorId, words)}${buttons}
</div>`
}

function isTextField(name: string, field: CredentialField): boolean {
  const { type } = inputAttributes(name, field)
  return type !== 'hidden' && type !== 'checkbox'
}

function renderProblem(error: string, id: string, words: Words): Html {
  const { title, message } = errorText(error, words)
  return html`<div class="invalid" id="${id}" role="alert">${alertIcon}<p><strong>${title}${sentenceEnd(words.tag)}</strong>${message}</p></div>
`
}

function credentialsFields(option: CredentialsSignInMethod, props: SignInFormProps): CredentialFields {
  const { link, password } = option
  const { address, email, words } = props
  const fields = password ? passwordFields(option.fields, words) : option.fields
  if (password && address !== undefined)
    return { ...fields, email: { ...fields['email'], readonly: true, value: address } }
  const { email: field } = fields
  const isAddressField = field !== undefined && (link ?? password) !== undefined
  if (!isAddressField || email === undefined || email.length > MAX_EMAIL_LENGTH) return fields
  return { ...fields, email: { value: email, ...field } }
}

function passwordFields({ email, password }: CredentialFields, { texts }: Words): CredentialFields {
  return {
    email: { ...email, label: texts['signIn.email'], placeholder: texts['signIn.emailExample'] },
    password: { ...password, label: texts['password.label'] },
  }
}

/** Returns the fields of the first page. Browsers also offer passkeys in the field `email`. */
function firstPageFields(props: SignInFormProps): CredentialFields {
  const { email } = emailFields(props)
  return { email: { ...email, autocomplete: 'username webauthn' } }
}

function passkeyFields({ fields }: WebAuthnSignInMethod, { address }: SignInFormProps): CredentialFields {
  const { email, ...others } = fields
  if (address === undefined || email === undefined) return fields
  return { ...others, email: { type: 'hidden', value: address } }
}

function emailFields({ address, email, words: { texts } }: SignInFormProps): CredentialFields {
  if (address !== undefined) return { email: { type: 'hidden', value: address } }
  const isFilledIn = email !== undefined && email.length <= MAX_EMAIL_LENGTH
  return {
    email: {
      label: texts['signIn.email'],
      placeholder: texts['signIn.emailExample'],
      required: true,
      ...(isFilledIn && { value: email }),
    },
  }
}

export interface ProviderMarkProps {
  readonly name: string
  readonly style?: ProviderStyle | undefined
}

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

/** @see https://www.w3.org/TR/SVG2/paths.html#PathDataBNF */
const PATH_DATA = /^[Mm][\d\s,.+MmZzLlHhVvCcSsQqTtAaEe-]+$/

/**
 * Returns the paths of a mark, or `undefined` if they are not valid. Provider objects can come from other
 * packages, so their marks are not trusted as markup.
 */
function pathsOf(mark: ProviderStyle['mark']): readonly MarkPath[] | undefined {
  if (typeof mark === 'string') return PATH_DATA.test(mark) ? [{ d: mark, fill: 'currentColor' }] : undefined
  return Array.isArray(mark) && mark.length > 0 && mark.every(isPath) ? mark : undefined
}

function isPath(path: unknown): boolean {
  const { d, fill } = membersOf(path)
  return typeof d === 'string' && PATH_DATA.test(d) && isHexColor(fill)
}

import type { PagesOptions } from '../../../options/pages-options.js'
import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { withQuery } from '../../core/http/redirects.js'
import type { FailedForm } from '../../core/login/failed-form.js'
import { inputAttributes } from '../../core/login/input-attributes.js'
import type { SignInMethod } from '../../core/sign-in-page-methods.js'
import { type HexColor, parseHexColor } from './colors.js'
import {
  type PageProps,
  renderBanner,
  renderDetails,
  renderDocument,
  renderHiddenFields,
} from './document.js'
import { siteName } from './page-site.js'
import { passkeyStyles, renderPasskeyScript, renderPasskeys } from './passkeys.js'
import { canRemember, renderRememberForAll } from './remember-checkbox.js'
import { renderShowPasswordScript } from './show-password.js'
import { renderSignInForm } from './sign-in-form.js'
import { type PageForm, pageForms, signsUp } from './sign-in-steps.js'
import { brandRule } from './stylesheet.js'
import { errorText, filled, filledText, type Words, wordsOf } from './words.js'

export type SignInLinks = Pick<PagesOptions, 'signUp' | 'terms' | 'privacy'>

export interface SignInPageProps extends PageProps {
  readonly providers: readonly SignInMethod[]
  readonly csrfToken: string
  readonly remember?: boolean
  /** The id of the last used provider. */
  readonly lastUsed?: string | undefined
  readonly callbackUrl: string
  readonly links?: SignInLinks | undefined
  /** The type of the error. */
  readonly error?: string | undefined
  /** Log messages, in development only. */
  readonly details?: string | undefined
  readonly failed?: FailedForm | undefined
  readonly email?: string | undefined
  /** The e-mail address from the first page. Without it, the first page is shown. */
  readonly address?: string | undefined
  readonly signedIn?: SignedIn | undefined
}

export interface SignedIn {
  readonly name: string
  /** The URL that the sign-out form is sent to. */
  readonly signOut: string
  /** The URL of the sign-in page. */
  readonly signIn: string
}

/** With at least this many buttons, they are shown side by side where there is room. */
const MANY_BUTTONS = 7

export function renderSignInPage(props: SignInPageProps): string {
  const { error } = props
  const providers = pageForms(props)
  const words = wordsOf(props.language)
  const { texts } = words
  const failed = failedForm(props.failed, providers)
  const scripted = providers.some(({ type }) => type === 'webauthn')
  return renderDocument({
    ...props,
    title: texts['signIn.title'],
    documentTitle: error === undefined ? undefined : errorText(error, words).title,
    lead: filled(texts['signIn.lead'], { site: html`<strong>${siteName(props)}</strong>` }),
    styles: [
      ...(scripted ? [passkeyStyles] : []),
      ...providers.flatMap((option, index) => {
        const color = brandColor(option)
        return color ? [brandRule(brandClass(index), color)] : []
      }),
    ],
    content: html`${error !== undefined && !failed && renderBanner(error, words)}${props.details !== undefined && renderDetails(props.details)}<div class="options${
      providers.filter(isButton).length >= MANY_BUTTONS && ' many'
    }">
${props.signedIn && renderSignedIn(props.signedIn, props, words)}${props.signedIn && providers.length > 0 && renderDivider(words)}${providers.map((option, index) => renderOption(option, index, { ...props, providers, failed, words }))}${
  props.remember && providers.filter(canRemember).length > 1 && renderRememberForAll(props.nonce, words)
}</div>${
      scripted && renderPasskeyScript(props.nonce, words)
    }${renderLinks(pageLinks(providers, props), words)}${providers.some(hasPassword) && renderShowPasswordScript(props.nonce)}`,
  })
}

interface OptionProps extends Omit<SignInPageProps, 'providers'> {
  readonly providers: readonly PageForm[]
  readonly words: Words
}

function renderOption(option: PageForm, index: number, props: OptionProps): Html {
  const { providers, error, failed, words } = props
  const previous = providers[index - 1]
  const form = renderSignInForm(option, {
    ...props,
    // Focusing a field opens the keyboard on a phone, and screen readers then skip the content before it.
    autofocus: providers.length === 1 && error === undefined && !props.signedIn,
    primary: !props.signedIn && option === providers.find((each) => !isButton(each)),
    failed:
      error !== undefined && failed !== undefined && isFormOf(option, failed.providerId)
        ? { ...failed, error }
        : undefined,
    credentialsLabel: credentialsLabel(option, props),
    brandClass: brandClass(index),
  })
  const isOneOfButtons = previous !== undefined && isPlain(previous, props) && isPlain(option, props)
  const parts = html`${previous && !isOneOfButtons && renderDivider(words)}${form}`
  return option.type === 'webauthn' ? renderPasskeys(option, parts) : parts
}

function credentialsLabel(option: PageForm, { providers, signedIn, words: { texts } }: OptionProps): string {
  // For a signed-in user, "Continue" is the link that leaves the page, so the button has another label.
  if (option.type === 'address') return texts[signedIn ? 'signIn.button' : 'signIn.continue']
  if (signsUp(option)) return texts['signIn.signUp']
  const forms = providers.filter((form) => form.type === 'credentials' && !signsUp(form))
  if (forms.length === 1) return texts['signIn.button']
  return filledText(texts['signIn.with'], { provider: option.name })
}

function renderSignedIn(
  { name, signOut, signIn }: SignedIn,
  { csrfToken, callbackUrl }: SignInPageProps,
  words: Words,
): Html {
  const { texts } = words
  return html`
<div class="person"><p>${filled(texts['signIn.signedInAs'], { user: html`<strong><bdi>${name}</bdi></strong>` })}</p></div>
<a class="button primary" href="${linkUrl(callbackUrl)}">${texts['signIn.continue']}</a>
<form action="${linkUrl(signOut)}" method="post">${renderHiddenFields({ csrfToken, callbackUrl: withQuery(signIn, { callbackUrl }) })}
<button type="submit" class="button">${texts['signIn.otherAccount']}</button>
</form>
`
}

function renderDivider({ texts }: Words): Html {
  return html`<p class="divider">${texts['signIn.or']}</p>
`
}

/** Whether the content security policy must allow a script. */
export function isScripted({
  providers,
  remember,
}: Pick<SignInPageProps, 'providers' | 'remember'>): boolean {
  return remember === true || providers.some((option) => option.type === 'webauthn' || hasPassword(option))
}

function hasPassword(option: PageForm): boolean {
  return (
    option.type === 'credentials' &&
    Object.entries(option.fields).some(([name, field]) => inputAttributes(name, field)['type'] === 'password')
  )
}

function pageLinks(
  forms: readonly PageForm[],
  { links = {}, callbackUrl }: SignInPageProps,
): SignInLinks & { readonly signUpUrl?: string | undefined } {
  const builtIn = forms.find((form) => form.type === 'address')?.links.signUp
  const signUpUrl = links.signUp ?? (builtIn && withQuery(builtIn, { callbackUrl }))
  return { ...links, signUpUrl }
}

function renderLinks({ signUpUrl, terms, privacy }: ReturnType<typeof pageLinks>, { texts }: Words): Html {
  const link = (url: string, text: string): Html => html`<a href="${linkUrl(url)}">${text}</a>`
  const legal = [
    terms !== undefined && link(terms, texts['page.terms']),
    privacy !== undefined && link(privacy, texts['page.privacy']),
  ].filter(Boolean)
  return html`${
    signUpUrl !== undefined &&
    html`<p class="footnote">${texts['signIn.newHere']} ${link(signUpUrl, texts['signIn.signUp'])}</p>`
  }${legal.length > 0 && html`<p class="footnote legal">${legal.map((each, index) => html`${index > 0 && ' · '}${each}`)}</p>`}`
}

function isButton(option: PageForm): boolean {
  return (
    !('fields' in option) &&
    option.type !== 'address' &&
    (option.type !== 'email' || option.address !== undefined)
  )
}

/** Whether the form looks like a button. A passkey form without a visible field does. */
function isPlain(option: PageForm, { address }: Pick<SignInPageProps, 'address'>): boolean {
  if (option.type !== 'webauthn') return isButton(option)
  const isHidden = (name: string): boolean => name === 'email' && address !== undefined
  return option.offers === 'add' || Object.keys(option.fields).every(isHidden)
}

function failedForm(failed: FailedForm | undefined, forms: readonly PageForm[]): FailedForm | undefined {
  return failed !== undefined && forms.some((form) => isFormOf(form, failed.providerId) && !isButton(form))
    ? failed
    : undefined
}

/**
 * Whether the form belongs to the provider. A credentials form may also contain the button of an e-mail
 * provider.
 */
function isFormOf(option: PageForm, id: string): boolean {
  return option.id === id || (option.type === 'credentials' && option.link?.id === id)
}

function brandClass(index: number): string {
  return `brand-${index}`
}

function brandColor(option: PageForm): HexColor | undefined {
  if (!('style' in option)) return undefined
  return parseHexColor(option.style?.brandColor ?? option.style?.bg)
}

import type { PagesOptions } from '../../../options/pages-options.js'
import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { withQuery } from '../../core/http/redirects.js'
import type { FailedForm } from '../../core/login/failed-form.js'
import { inputAttributes } from '../../core/login/input-attributes.js'
import type { SignInMethod } from '../../core/sign-in-method.js'
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
import { canRemember, renderRememberForAll } from './remember.js'
import { renderShowPasswordScript } from './show-password.js'
import { renderSignInForm } from './sign-in-form.js'
import { type PageForm, pageForms, signsUp } from './sign-in-steps.js'
import { brandRule } from './stylesheet.js'
import { errorText, filled, filledText, type Words, wordsOf } from './words.js'

/** Pages of the application that the sign-in page links to. */
export type SignInLinks = Pick<PagesOptions, 'signUp' | 'terms' | 'privacy'>

/** Properties of the sign-in page. */
export interface SignInPageProps extends PageProps {
  /** The sign-in methods, in the order of display. */
  readonly providers: readonly SignInMethod[]
  readonly csrfToken: string
  /** Whether to show a "Stay signed in" checkbox. */
  readonly remember?: boolean
  /** The id of the last used provider, which is highlighted. */
  readonly lastUsed?: string | undefined
  /** The validated redirect target. */
  readonly callbackUrl: string
  readonly links?: SignInLinks | undefined
  /** The type of the error after which this page was opened. */
  readonly error?: string | undefined
  /** The log message of the error, for a developer. */
  readonly details?: string | undefined
  /** The form that failed, if the page has it. The error is then shown in the form, not above it. */
  readonly failed?: FailedForm | undefined
  /** The e-mail address to fill in. */
  readonly email?: string | undefined
  /** The e-mail address from the first page. `undefined` shows the first page. */
  readonly address?: string | undefined
  /** Set if a user is signed in. */
  readonly signedIn?: SignedIn | undefined
}

/** The signed-in user, and URLs for the forms of the page. */
export interface SignedIn {
  readonly name: string
  /** The URL that the sign-out form is sent to. */
  readonly signOut: string
  /** The URL of this page, the redirect target after a sign-out. */
  readonly signIn: string
}

/** If there are this many buttons or more, they are shown side by side where there is room. */
const MANY_BUTTONS = 7

/** The sign-in page: its forms in order, with a divider where a form with fields begins or ends. */
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

/** Properties of one form of the page. */
interface OptionProps extends Omit<SignInPageProps, 'providers'> {
  readonly providers: readonly PageForm[]
  readonly words: Words
}

function renderOption(option: PageForm, index: number, props: OptionProps): Html {
  const { providers, error, failed, words } = props
  const previous = providers[index - 1]
  const form = renderSignInForm(option, {
    ...props,
    // Focusing a field opens the keyboard on a phone, and screen readers then skip the content before the
    // field. So without an error, a field is focused only on a page with a single form.
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

/**
 * The label of a form's button. Several credentials forms are distinguished by the names of their providers.
 */
function credentialsLabel(option: PageForm, { providers, signedIn, words: { texts } }: OptionProps): string {
  // A signed-in user also sees a button "Continue", which leaves the page. So the form does not use this label.
  if (option.type === 'address') return texts[signedIn ? 'signIn.button' : 'signIn.continue']
  if (signsUp(option)) return texts['signIn.signUp']
  const forms = providers.filter((form) => form.type === 'credentials' && !signsUp(form))
  if (forms.length === 1) return texts['signIn.button']
  return filledText(texts['signIn.with'], { provider: option.name })
}

/**
 * A button to continue as the signed-in user, and a button to sign out and use another account. The forms
 * below are for signing in again.
 */
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

/** Whether a page with these options may have a script, which its content security policy must allow. */
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

/**
 * The links at the end of the page. The first page of a sign-in with passwords also has a link to the sign-up
 * page.
 */
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

/** Whether the form of a method is only a button. */
function isButton(option: PageForm): boolean {
  return (
    !('fields' in option) &&
    option.type !== 'address' &&
    (option.type !== 'email' || option.address !== undefined)
  )
}

/**
 * Whether the form looks like a button: it is only a button, or it is a passkey form without a visible field.
 */
function isPlain(option: PageForm, { address }: Pick<SignInPageProps, 'address'>): boolean {
  if (option.type !== 'webauthn') return isButton(option)
  const isHidden = (name: string): boolean => name === 'email' && address !== undefined
  return option.offers === 'add' || Object.keys(option.fields).every(isHidden)
}

/** The form that failed, if it is on the page and has fields. */
function failedForm(failed: FailedForm | undefined, forms: readonly PageForm[]): FailedForm | undefined {
  return failed !== undefined && forms.some((form) => isFormOf(form, failed.providerId) && !isButton(form))
    ? failed
    : undefined
}

/**
 * Whether a form belongs to the provider with this id. A credentials form may also contain the button of an
 * e-mail provider.
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

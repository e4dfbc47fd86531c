import type { PagesOptions } from '../../../options/pages-options.js'
import { type Html, html, linkUrl } from '../../core/http/html.js'
import type { FailedForm } from '../../core/login/failed-form.js'
import { inputAttributes } from '../../core/login/input-attributes.js'
import type { SignInMethod } from '../../core/sign-in-method.js'
import { type PageProps, renderBanner, renderDetails, renderDocument } from './document.js'
import { siteName } from './page-site.js'
import { passkeyStyles, renderPasskeyScript, renderPasskeys } from './passkeys.js'
import { renderShowPasswordScript } from './show-password.js'
import { renderSignInForm } from './sign-in-form.js'
import { brandRule, type HexColor, parseHexColor } from './stylesheet.js'
import { errorText, filled, filledText, type Words, wordsOf } from './words.js'

/** Pages of the application that the sign-in page leads to. */
export type SignInLinks = Pick<PagesOptions, 'signUp' | 'terms' | 'privacy'>

/** What the sign-in page shows. */
export interface SignInPageProps extends PageProps {
  /** In the order in which they are shown. */
  readonly providers: readonly SignInMethod[]
  readonly csrfToken: string
  /** Whether the user can choose to stay signed in. */
  readonly remember?: boolean
  /** The id of the provider to mark as the one that was used last. */
  readonly lastUsed?: string | undefined
  /** Where one goes after signing in. It must have been validated. */
  readonly callbackUrl?: string | undefined
  readonly links?: SignInLinks | undefined
  /** The type of the error that led here. */
  readonly error?: string | undefined
  /** What the log says of the error, for a developer. */
  readonly details?: string | undefined
  /** The form that led here, where it is known: it shows the error itself. */
  readonly failed?: FailedForm | undefined
  /** An address to put into the e-mail form. */
  readonly email?: string | undefined
}

/** From this many buttons on, they stand side by side where there is room. */
const MANY = 7

/** The page to sign in on: every provider in the order given, with a divider between kinds. */
export function renderSignInPage(props: SignInPageProps): string {
  const { error, links = {} } = props
  const providers = withOneAddress(props.providers)
  const words = wordsOf(props.language)
  const { texts } = words
  const failed = failedForm(props)
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
      providers.filter(isButton).length >= MANY && ' many'
    }">
${providers.map((option, index) => renderOption(option, index, { ...props, providers, failed, words }))}</div>${
      scripted && renderPasskeyScript(props.nonce, words)
    }${renderLinks(links, words)}${providers.some(hasPassword) && renderShowPasswordScript(props.nonce)}`,
  })
}

function renderOption(
  option: SignInMethod,
  index: number,
  props: SignInPageProps & { readonly words: Words },
): Html {
  const { providers, error, failed, words } = props
  const { texts } = words
  const previous = providers[index - 1]
  const form = renderSignInForm(option, {
    ...props,
    // A focused field opens the keyboard of a phone and passes over what stands before it, so only a page
    // with a single form and nothing to report takes the focus.
    autofocus: providers.length === 1 && error === undefined,
    primary: option === providers.find((each) => !isButton(each)),
    failed:
      error !== undefined && failed !== undefined && isFormOf(option, failed.providerId)
        ? { ...failed, error }
        : undefined,
    credentialsLabel: credentialsLabel(option, providers, texts),
    brandClass: brandClass(index),
  })
  const parts = html`${previous && !(isButton(previous) && isButton(option)) && renderDivider(words)}${form}`
  return option.type === 'webauthn' ? renderPasskeys(option, parts) : parts
}

/** Several forms to sign in differ by their names. */
function credentialsLabel(
  option: SignInMethod,
  providers: readonly SignInMethod[],
  texts: Words['texts'],
): string {
  if (signsUp(option)) return texts['signIn.signUp']
  const forms = providers.filter((each) => each.type === 'credentials' && !signsUp(each))
  if (forms.length === 1) return texts['signIn.button']
  return filledText(texts['signIn.with'], { provider: option.name })
}

function signsUp(option: SignInMethod): boolean {
  return option.type === 'credentials' && option.signUp === true
}

function renderDivider({ texts }: Words): Html {
  return html`<p class="divider">${texts['signIn.or']}</p>
`
}

/** Whether a page with these options has a script, which its content security policy must allow. */
export function isScripted(providers: readonly SignInMethod[]): boolean {
  return providers.some((option) => option.type === 'webauthn' || hasPassword(option))
}

function hasPassword(option: SignInMethod): boolean {
  return (
    option.type === 'credentials' &&
    Object.entries(option.fields).some(([name, field]) => inputAttributes(name, field)['type'] === 'password')
  )
}

/** Where a link and a form with an address are offered, the form has the button for the link, too. */
function withOneAddress(providers: readonly SignInMethod[]): readonly SignInMethod[] {
  const [link, secondLink] = providers.filter((option) => option.type === 'email')
  const [form, secondForm] = providers.filter(
    (option) => option.type === 'credentials' && !signsUp(option) && Object.hasOwn(option.fields, 'email'),
  )
  if (link?.type !== 'email' || form?.type !== 'credentials' || secondLink || secondForm) return providers
  return providers.flatMap((option) => {
    if (option === link) return []
    return option === form ? { ...form, link } : option
  })
}

function renderLinks({ signUp, terms, privacy }: SignInLinks, { texts }: Words): Html {
  const link = (url: string, text: string): Html => html`<a href="${linkUrl(url)}">${text}</a>`
  const legal = [
    terms !== undefined && link(terms, texts['page.terms']),
    privacy !== undefined && link(privacy, texts['page.privacy']),
  ].filter(Boolean)
  return html`${
    signUp !== undefined &&
    html`<p class="footnote">${texts['signIn.newHere']} ${link(signUp, texts['signIn.signUp'])}</p>`
  }${legal.length > 0 && html`<p class="footnote legal">${legal.map((each, index) => html`${index > 0 && ' · '}${each}`)}</p>`}`
}

function isButton(option: SignInMethod): boolean {
  return !('fields' in option) && option.type !== 'email'
}

/** The form that failed, if it is on the page and has fields to show it. */
function failedForm({ failed, providers }: SignInPageProps): FailedForm | undefined {
  return failed !== undefined &&
    withOneAddress(providers).some((option) => isFormOf(option, failed.providerId) && !isButton(option))
    ? failed
    : undefined
}

function isFormOf(option: SignInMethod, id: string): boolean {
  return option.id === id || (option.type === 'credentials' && option.link?.id === id)
}

function brandClass(index: number): string {
  return `brand-${index}`
}

function brandColor(option: SignInMethod): HexColor | undefined {
  if (!('style' in option)) return undefined
  return parseHexColor(option.style?.brandColor ?? option.style?.bg)
}

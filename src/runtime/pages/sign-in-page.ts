import { renderBanner } from './banner.js'
import { type PageProps, renderDocument } from './document.js'
import { type HexColor, parseHexColor } from './hex-color.js'
import { type Html, html } from './html.js'
import { brandRule } from './palette.js'
import { renderSignInForm } from './sign-in-form.js'
import type { SignInOption } from './sign-in-option.js'

/** What the sign-in page shows. */
export interface SignInPageProps extends PageProps {
  /** In the order in which they are shown. */
  readonly providers: readonly SignInOption[]
  readonly csrfToken: string
  /** Where one goes after signing in. It must have been validated. */
  readonly callbackUrl?: string | undefined
  /** The type of the error that led here. */
  readonly error?: string | undefined
  /** An address to put into the e-mail form. */
  readonly email?: string | undefined
}

/** The page to sign in on: every provider in the order given, with a divider between kinds. */
export function renderSignInPage(props: SignInPageProps): string {
  const { host, providers, error } = props
  return renderDocument({
    ...props,
    title: 'Sign in',
    lead: html`to continue to <strong>${host}</strong>`,
    styles: providers.flatMap((option, index) => {
      const color = brandColor(option)
      return color ? [brandRule(brandClass(index), color)] : []
    }),
    content: html`${error !== undefined && renderBanner(error)}<div class="options">
${providers.map((option, index) => renderOption(option, index, props))}</div>`,
  })
}

function renderOption(option: SignInOption, index: number, props: SignInPageProps): Html {
  const { providers, error } = props
  const previous = providers[index - 1]
  const credentials = providers.filter(({ type }) => type === 'credentials')
  const form = renderSignInForm(option, {
    ...props,
    // A focused field opens the keyboard of a phone and passes over what stands before it, so only a page
    // with a single form and nothing to report takes the focus.
    autofocus: providers.length === 1 && error === undefined,
    credentialsLabel: credentials.length === 1 ? 'Sign in' : `Sign in with ${option.name}`,
    brandClass: brandClass(index),
  })
  return html`${previous && !(isButton(previous) && isButton(option)) && divider}${form}`
}

const divider: Html = html`<p class="divider">or</p>
`

function isButton({ type }: SignInOption): boolean {
  return type === 'oauth' || type === 'oidc'
}

function brandClass(index: number): string {
  return `brand-${index}`
}

function brandColor(option: SignInOption): HexColor | undefined {
  if (!('style' in option)) return undefined
  return parseHexColor(option.style?.brandColor ?? option.style?.bg)
}

import {
  AccessDenied,
  AdapterError,
  AuthError,
  type ErrorStatus,
  type ErrorType,
  MissingCSRF,
  ReauthenticationRequired,
  Verification,
} from '../../../errors.js'
import type { CompleteLanguage } from '../../../options/language.js'
import { type Html, html } from '../../core/http/html.js'
import { englishOfForms } from './english-form-texts.js'
import { english } from './english-texts.js'
import type { LanguageChoice } from './language-choice.js'

/** The sentences of a page, all of them. */
export interface Words extends Required<CompleteLanguage> {}

// A bundle without forms lacks their sentences, and the pages that show them.
const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

/** The sentences of a language; missing ones are English. */
export function wordsOf({ language = en }: LanguageChoice = {}): Words {
  const { tag, dir = 'ltr', texts } = language
  return { tag, dir, texts: { ...en.texts, ...texts } }
}

const placeholder = /\{(\w+)\}/

/** Replaces the placeholders of a sentence by values, as markup. The sentence itself is escaped. */
export function filled(
  text: string,
  values: Readonly<Record<string, Html | string>>,
  around: (written: string) => Html = (written) => html`${written}`,
): Html {
  const parts = text.split(placeholder)
  return html`${parts.map((part, index) => {
    if (index % 2 === 1) return Object.hasOwn(values, part) ? values[part] : `{${part}}`
    return part !== '' && around(part)
  })}`
}

/** The same as a plain string. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(new RegExp(placeholder, 'g'), (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : written,
  )
}

/** The errors that a built-in page explains. */
export type PageError =
  | Extract<
      ErrorType,
      | 'AccessDenied'
      | 'AccountNotLinked'
      | 'CredentialsSignin'
      | 'EmailSignInError'
      | 'InvalidCheck'
      | 'InvalidCode'
      | 'InvalidEmailAddress'
      | 'MissingCSRF'
      | 'OAuthAccountNotLinked'
      | 'OAuthCallbackError'
      | 'OAuthSignInError'
      | 'OAuthUnavailable'
      | 'RateLimited'
      | 'ReauthenticationRequired'
      | 'SignOutError'
      | 'Verification'
      | 'WebAuthnVerificationError'
    >
  | 'Configuration'
  | 'InvalidRequest'
  | 'NotFound'
  | 'SessionRequired'
  | 'Unavailable'
  | 'UntrustedHost'

/** How a page explains an error. */
export interface ErrorText {
  /** The HTTP status of the error page. */
  readonly status: ErrorStatus
  readonly title: string
  /** The error, and the next step. */
  readonly message: string
  /** The label of the link to the sign-in page. */
  readonly retry: string
  /** `'notice'` if it is not an error. */
  readonly tone: 'alert' | 'notice'
}

/** Errors that are shown as a notice, because nothing went wrong. */
const notices: ReadonlySet<string> = new Set(['NotFound', 'ReauthenticationRequired', 'SessionRequired'])

/** The status of the page for an error. For others it is 400. */
const statuses: ReadonlyMap<string | undefined, ErrorStatus> = new Map([
  ['AccessDenied', AccessDenied.status],
  ['Configuration', AuthError.status],
  ['MissingCSRF', MissingCSRF.status],
  ['ReauthenticationRequired', ReauthenticationRequired.status],
  ['Unavailable', AdapterError.status],
  ['Verification', Verification.status],
])

/**
 * The message for an error type in the query parameter `error`.
 *
 * @param error - Any value from a browser. Unknown errors get the default message.
 */
export function errorText(error: string | undefined, { texts }: Pick<Words, 'texts'> = wordsOf()): ErrorText {
  const type = typeof error === 'string' ? (error as PageError) : undefined
  const said = (part: 'title' | 'message' | 'retry'): string => {
    const key = `error.${type as PageError}.${part}` as `error.${PageError}.title`
    return Object.hasOwn(texts, key) ? texts[key] : texts[`error.${part}`]
  }
  return {
    status: statuses.get(type) ?? 400,
    tone: type !== undefined && notices.has(type) ? 'notice' : 'alert',
    title: said('title'),
    message: said('message'),
    retry: said('retry'),
  }
}

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
import { withDefaults } from '../../../options/with-defaults.js'
import { type Html, html } from '../../core/http/html.js'
import { englishOfForms } from './english-form-texts.js'
import { english } from './english-texts.js'
import type { LanguageChoice } from './language-choice.js'

/** All texts of the pages and mails in one language, with its tag and its writing direction. */
export interface Words extends Required<CompleteLanguage> {}

const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

/** The texts of a language. Missing texts are in English. */
export function wordsOf({ language = en }: LanguageChoice = {}): Words {
  const { tag, dir = 'ltr', texts } = language
  return { tag, dir, texts: withDefaults(en.texts, texts) }
}

/** A placeholder in a sentence, such as `{site}`. */
const PLACEHOLDER = /\{(\w+)\}/

/**
 * Replaces the placeholders of a sentence, such as `{site}`, with values. The sentence is escaped.
 *
 * @param around - Renders the parts between the placeholders. Default: without markup.
 */
export function filled(
  text: string,
  values: Readonly<Record<string, Html | string>>,
  around: (part: string) => Html = (part) => html`${part}`,
): Html {
  const parts = text.split(PLACEHOLDER)
  return html`${parts.map((part, index) => {
    if (index % 2 === 1) return Object.hasOwn(values, part) ? values[part] : `{${part}}`
    return part !== '' && around(part)
  })}`
}

/** Replaces the placeholders of a sentence like `filled`, and returns a plain string. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(new RegExp(PLACEHOLDER, 'g'), (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : match,
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
  /** The HTTP status of the error. */
  readonly status: ErrorStatus
  readonly title: string
  /** Explains the error and the next step. */
  readonly message: string
  /** The label of the link to try again. */
  readonly retry: string
  /** `'notice'` if it is not an error. */
  readonly tone: 'alert' | 'notice'
}

/** Errors that are shown as a notice, because nothing went wrong. */
const notices: ReadonlySet<string> = new Set(['NotFound', 'ReauthenticationRequired', 'SessionRequired'])

/** The status of each error. For errors that are not listed, it is 400. */
const statuses: ReadonlyMap<string | undefined, ErrorStatus> = new Map([
  ['AccessDenied', AccessDenied.status],
  ['Configuration', AuthError.status],
  ['MissingCSRF', MissingCSRF.status],
  ['ReauthenticationRequired', ReauthenticationRequired.status],
  ['Unavailable', AdapterError.status],
  ['Verification', Verification.status],
])

/**
 * The explanation of an error type.
 *
 * @param error - Any value from a browser. Unknown errors get the default message.
 */
export function errorText(error: string | undefined, { texts }: Pick<Words, 'texts'> = wordsOf()): ErrorText {
  const type = typeof error === 'string' ? (error as PageError) : undefined
  const textOf = (part: 'title' | 'message' | 'retry'): string => {
    const key = `error.${type as PageError}.${part}` as `error.${PageError}.title`
    return Object.hasOwn(texts, key) ? texts[key] : texts[`error.${part}`]
  }
  return {
    status: statuses.get(type) ?? 400,
    tone: type !== undefined && notices.has(type) ? 'notice' : 'alert',
    title: textOf('title'),
    message: textOf('message'),
    retry: textOf('retry'),
  }
}

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

export interface Words extends Required<CompleteLanguage> {}

const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

export function wordsOf({ language = en }: LanguageChoice = {}): Words {
  const { tag, dir = 'ltr', texts } = language
  return { tag, dir, texts: withDefaults(en.texts, texts) }
}

const PLACEHOLDER = /\{(\w+)\}/

/**
 * Replaces the placeholders in `text`, which is escaped.
 *
 * @param around - Renders the parts between the placeholders.
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

export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(new RegExp(PLACEHOLDER, 'g'), (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : match,
  )
}

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

export interface ErrorText {
  readonly status: ErrorStatus
  readonly title: string
  readonly message: string
  readonly retry: string
  readonly tone: 'alert' | 'notice'
}

/** Errors that are shown as a notice, because nothing went wrong. */
const notices: ReadonlySet<string> = new Set(['NotFound', 'ReauthenticationRequired', 'SessionRequired'])

const statuses: ReadonlyMap<string | undefined, ErrorStatus> = new Map([
  ['AccessDenied', AccessDenied.status],
  ['Configuration', AuthError.status],
  ['MissingCSRF', MissingCSRF.status],
  ['ReauthenticationRequired', ReauthenticationRequired.status],
  ['Unavailable', AdapterError.status],
  ['Verification', Verification.status],
])

/**
 * Returns the texts and the status for an error page.
 *
 * @param error - Any value from a browser.
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

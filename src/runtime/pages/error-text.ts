import type { ErrorType } from '../../errors.js'
import { type Words, wordsOf } from './words.js'

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
  readonly status: 400 | 403 | 500 | 503
  readonly title: string
  /** What happened, and what to do next. */
  readonly message: string
  /** The label of the link to the sign-in page. */
  readonly retry: string
  /** `'notice'` for what is no mistake. */
  readonly tone: 'alert' | 'notice'
}

const facts: Readonly<Partial<Record<PageError, Partial<Pick<ErrorText, 'status' | 'tone'>>>>> = {
  AccessDenied: { status: 403 },
  Configuration: { status: 500 },
  MissingCSRF: { status: 403 },
  NotFound: { tone: 'notice' },
  ReauthenticationRequired: { status: 403, tone: 'notice' },
  SessionRequired: { tone: 'notice' },
  Unavailable: { status: 503 },
  Verification: { status: 403 },
}

/**
 * The text for an error, as the `error` query parameter names it.
 *
 * @param error - Anything a browser sends. What is not a known error gets the default text.
 */
export function errorText(error: string | undefined, { texts }: Pick<Words, 'texts'> = wordsOf()): ErrorText {
  const type = typeof error === 'string' ? (error as PageError) : undefined
  const said = (part: 'title' | 'message' | 'retry'): string => {
    const key = `error.${type as PageError}.${part}` as `error.${PageError}.title`
    return Object.hasOwn(texts, key) ? texts[key] : texts[`error.${part}`]
  }
  const known = type !== undefined && Object.hasOwn(facts, type) && facts[type]
  return {
    status: 400,
    tone: 'alert',
    ...known,
    title: said('title'),
    message: said('message'),
    retry: said('retry'),
  }
}

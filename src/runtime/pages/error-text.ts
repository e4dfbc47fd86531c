import type { ErrorType } from '../../errors.js'

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

const texts: Readonly<Record<PageError, Partial<ErrorText> & Pick<ErrorText, 'title' | 'message'>>> = {
  AccessDenied: {
    status: 403,
    title: 'Access denied',
    message: 'This account may not sign in here. Use another account, or ask the site’s owner for access.',
    retry: 'Use another account',
  },
  AccountNotLinked: {
    title: 'Sign in the way you did before',
    message: 'This passkey or email address belongs to another account. Use the method you signed up with.',
    retry: 'Choose another method',
  },
  Configuration: {
    status: 500,
    title: 'Something went wrong on our side',
    message: 'We could not complete this. Try again later. If this is your site, its log says what happened.',
  },
  CredentialsSignin: {
    title: 'Those details are not right',
    message: 'Check what you entered, then try again.',
  },
  EmailSignInError: {
    title: 'The email could not be sent',
    message: 'Check the address, then try again in a few minutes, or use another method.',
  },
  InvalidCheck: {
    title: 'This sign-in is no longer valid',
    message: 'It expired or was already used. Start again, and finish in the browser you started in.',
    retry: 'Start again',
  },
  InvalidCode: {
    title: 'That code is not right',
    message: 'Check the newest email. After six tries only the link in it works.',
  },
  InvalidEmailAddress: {
    title: 'That is not an email address',
    message: 'Check what you entered, then try again.',
  },
  MissingCSRF: {
    status: 403,
    title: 'This page was open for too long',
    message: 'For your safety nothing was done. Allow cookies for this site, then send the form again.',
  },
  InvalidRequest: {
    title: 'The request was incomplete',
    message: 'The request could not be read, so nothing was done. Go back, then try again.',
  },
  NotFound: {
    title: 'There is nothing here',
    message: 'The address may be mistyped or out of date.',
    retry: 'Sign in',
    tone: 'notice',
  },
  OAuthAccountNotLinked: {
    title: 'Sign in the way you did before',
    message: 'An account with this email address exists already. Use the method you signed up with.',
    retry: 'Choose another method',
  },
  OAuthCallbackError: {
    title: 'Sign-in was not completed',
    message: 'It was cancelled or refused. Try again, or use another account.',
  },
  OAuthSignInError: {
    title: 'Sign-in could not be started',
    message: 'Try again in a few minutes, or use another method.',
  },
  OAuthUnavailable: {
    title: 'The sign-in service did not respond',
    message: 'The trouble is on its side. Try again in a few minutes, or use another method.',
  },
  RateLimited: {
    title: 'Too many attempts',
    message: 'Wait a few minutes, then try again.',
  },
  ReauthenticationRequired: {
    status: 403,
    title: 'Sign in again to continue',
    message: 'For your safety, this needs a recent sign-in. Sign in once more, and you come back here.',
    retry: 'Sign in',
    tone: 'notice',
  },
  SessionRequired: {
    title: 'Please sign in',
    message: 'You need to be signed in to see that page.',
    retry: 'Sign in',
    tone: 'notice',
  },
  SignOutError: {
    title: 'You are still signed in',
    message: 'Signing out did not work, so you are still signed in here. Try again in a moment.',
    retry: 'Sign out',
  },
  Unavailable: {
    status: 503,
    title: 'Please try again in a moment',
    message:
      'The site could not check this sign-in just now, so nothing was done. Wait a little, then try again.',
  },
  UntrustedHost: {
    title: 'This address does not belong to the site',
    message: 'Check the address. If this is your site, its log says what to set.',
  },
  Verification: {
    status: 403,
    title: 'This link no longer works',
    message: 'It expired or was already used. Sign in again to get a new one.',
    retry: 'Get a new link',
  },
  WebAuthnVerificationError: {
    title: 'Your passkey could not be verified',
    message: 'Try again, or use another method.',
  },
}

const defaults: ErrorText = {
  status: 400,
  title: 'Sign-in did not work',
  message: 'Try again, or use another method.',
  retry: 'Try again',
  tone: 'alert',
}

/**
 * The text for an error, as the `error` query parameter names it.
 *
 * @param error - Anything a browser sends. What is not a known error gets the default text.
 */
export function errorText(error: string | undefined): ErrorText {
  return isPageError(error) ? { ...defaults, ...texts[error] } : defaults
}

function isPageError(error: string | undefined): error is PageError {
  return typeof error === 'string' && Object.hasOwn(texts, error)
}

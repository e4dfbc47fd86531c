/** The sentences of every site. */
export interface SiteTexts {
  /** The link to the application; `{site}` is its name. */
  readonly 'page.back': string
  readonly 'page.backToStart': string
  /** What a user can quote to the owner of the site; `{code}` is in the log, too. */
  readonly 'page.reference': string
  readonly 'page.terms': string
  readonly 'page.privacy': string
  readonly 'signIn.title': string
  /** Under the title; `{site}` is the name of the application. */
  readonly 'signIn.lead': string
  readonly 'signIn.button': string
  readonly 'signIn.remember': string
  /** Marks the provider that was used last. */
  readonly 'signIn.lastUsed': string
  /** A button that leads to `{provider}`. */
  readonly 'signIn.with': string
  /** Between kinds of sign-in. */
  readonly 'signIn.or': string
  /** Before the link `signIn.signUp`. */
  readonly 'signIn.newHere': string
  readonly 'signIn.signUp': string
  readonly 'signOut.title': string
  /** `{site}` is the name of the application. */
  readonly 'signOut.lead': string
  readonly 'signOut.button': string
  readonly 'signOut.stay': string
  readonly 'account.title': string
  readonly 'account.sessions': string
  readonly 'account.thisDevice': string
  readonly 'account.unknownDevice': string
  /** `{time}` is a date. */
  readonly 'account.lastUsed': string
  readonly 'account.signOutElsewhere': string
  /** With strategy `'jwt'`, where this device is signed out, too. */
  readonly 'account.signOutEverywhere': string
  readonly 'account.accounts': string
  /** In place of an empty list. */
  readonly 'account.none': string
  /** `{provider}` is the name of a provider. */
  readonly 'account.connect': string
  readonly 'account.disconnect': string
  /** Beside what cannot be removed. */
  readonly 'account.onlyMethod': string
  readonly 'account.passkeys': string
  /** A passkey without a name. */
  readonly 'account.passkey': string
  readonly 'account.passkeyName': string
  readonly 'account.rename': string
  readonly 'account.remove': string
  readonly 'account.addPasskey': string
  readonly 'account.result.unlinked': string
  readonly 'account.result.passkeyRemoved': string
  readonly 'account.result.passkeyRenamed': string
  readonly 'account.result.sessionEnded': string
  readonly 'account.result.sessionsEnded': string
  readonly 'account.result.notFound': string
  readonly 'account.result.lastSignInMethod': string
  readonly 'account.result.linked': string
  readonly 'account.result.alreadyLinked': string
  readonly 'account.result.otherUser': string
  /** An error that is not listed below. */
  readonly 'error.title': string
  readonly 'error.message': string
  readonly 'error.retry': string
  readonly 'error.AccessDenied.title': string
  readonly 'error.AccessDenied.message': string
  readonly 'error.AccessDenied.retry': string
  readonly 'error.Configuration.title': string
  readonly 'error.Configuration.message': string
  readonly 'error.InvalidCheck.title': string
  readonly 'error.InvalidCheck.message': string
  readonly 'error.InvalidCheck.retry': string
  readonly 'error.InvalidRequest.title': string
  readonly 'error.InvalidRequest.message': string
  readonly 'error.MissingCSRF.title': string
  readonly 'error.MissingCSRF.message': string
  readonly 'error.NotFound.title': string
  readonly 'error.NotFound.message': string
  readonly 'error.NotFound.retry': string
  readonly 'error.OAuthAccountNotLinked.title': string
  readonly 'error.OAuthAccountNotLinked.message': string
  readonly 'error.OAuthAccountNotLinked.retry': string
  readonly 'error.OAuthCallbackError.title': string
  readonly 'error.OAuthCallbackError.message': string
  readonly 'error.OAuthSignInError.title': string
  readonly 'error.OAuthSignInError.message': string
  readonly 'error.OAuthUnavailable.title': string
  readonly 'error.OAuthUnavailable.message': string
  readonly 'error.ReauthenticationRequired.title': string
  readonly 'error.ReauthenticationRequired.message': string
  readonly 'error.ReauthenticationRequired.retry': string
  readonly 'error.SessionRequired.title': string
  readonly 'error.SessionRequired.message': string
  readonly 'error.SessionRequired.retry': string
  readonly 'error.SignOutError.title': string
  readonly 'error.SignOutError.message': string
  readonly 'error.SignOutError.retry': string
  readonly 'error.Unavailable.title': string
  readonly 'error.Unavailable.message': string
  readonly 'error.UntrustedHost.title': string
  readonly 'error.UntrustedHost.message': string
}

/** The sentences of e-mail, passkeys and passwords. */
export interface FormTexts {
  /** The label of the address. */
  readonly 'signIn.email': string
  /** Shown in the empty field. */
  readonly 'signIn.emailExample': string
  readonly 'signIn.emailLink': string
  readonly 'signIn.showPassword': string
  /** A button, where the user is signed in; `{provider}` is the name of the passkey provider. */
  readonly 'passkey.add': string
  readonly 'passkey.signUp': string
  readonly 'passkey.unsupported': string
  readonly 'passkey.exists': string
  readonly 'passkey.cancelled': string
  readonly 'passkey.wrongAddress': string
  readonly 'passkey.failed': string
  readonly 'checkEmail.title': string
  readonly 'checkEmail.sent': string
  /** `{address}` is the recipient. */
  readonly 'checkEmail.sentTo': string
  readonly 'checkEmail.open': string
  readonly 'checkEmail.openOrCode': string
  readonly 'checkEmail.code': string
  readonly 'checkEmail.spam': string
  readonly 'confirm.title': string
  /** `{site}` is the name of the application, `{address}` the user who signs in. */
  readonly 'confirm.lead': string
  readonly 'confirm.notYou': string
  /** The subject and the heading; `{site}` is the name of the application. */
  readonly 'mail.subject': string
  /** What mail programs show beside the subject; `{time}` is a duration such as "1 hour". */
  readonly 'mail.preview': string
  readonly 'mail.previewCode': string
  /** Above the button; `{time}` is a duration. */
  readonly 'mail.press': string
  readonly 'mail.open': string
  readonly 'mail.code': string
  /** In the plain text; `{time}` is a duration. */
  readonly 'mail.valid': string
  /** The duration that has no number. */
  readonly 'mail.lessThanAMinute': string
  readonly 'mail.ignore': string
  readonly 'mail.secret': string
  readonly 'mail.secretCode': string
  readonly 'error.AccountNotLinked.title': string
  readonly 'error.AccountNotLinked.message': string
  readonly 'error.AccountNotLinked.retry': string
  readonly 'error.CredentialsSignin.title': string
  readonly 'error.CredentialsSignin.message': string
  readonly 'error.EmailSignInError.title': string
  readonly 'error.EmailSignInError.message': string
  readonly 'error.InvalidCode.title': string
  readonly 'error.InvalidCode.message': string
  readonly 'error.InvalidEmailAddress.title': string
  readonly 'error.InvalidEmailAddress.message': string
  readonly 'error.RateLimited.title': string
  readonly 'error.RateLimited.message': string
  readonly 'error.Verification.title': string
  readonly 'error.Verification.message': string
  readonly 'error.Verification.retry': string
  readonly 'error.WebAuthnVerificationError.title': string
  readonly 'error.WebAuthnVerificationError.message': string
}

/**
 * Every sentence of the built-in pages and mails, by its key. A name in braces is replaced by a value; what is written around it is
 * escaped, so that a sentence holds no markup.
 */
export interface Texts extends SiteTexts, FormTexts {}

/** The key of a sentence of the built-in pages and mails. */
export type TextKey = keyof Texts

/**
 * A language of the built-in pages and mails, as `authwright/languages` has them, or of the application.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { de } from 'authwright/languages'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .options({ language: { ...de, texts: { ...de.texts, 'signIn.title': 'Einloggen' } } })
 *   .build()
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc5646
 */
export interface Language {
  /** The language tag: a language, then a script or a region where they matter, such as `'en'`, `'pt-BR'` or `'zh-Hans'`. */
  readonly tag: string
  /** The direction of writing. Default: `'ltr'`. */
  readonly dir?: 'ltr' | 'rtl'
  /** The sentences; one that is not there is shown in English. */
  readonly texts: Partial<Texts>
}

/** The request for a page or mail. */
export interface LanguageRequest {
  readonly headers: Pick<Headers, 'get'>
}

/** Chooses the language of a response. Where it throws, the page is in English, and the log has the error. */
export type LanguageOf = (request: LanguageRequest) => Language

/** A language that has every sentence: a missing one does not compile. */
export interface CompleteLanguage extends Language {
  readonly texts: Texts
}

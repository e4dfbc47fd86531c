import type { PasswordRefusal } from '../model/password.js'
import { minLengthOf } from '../model/password-length.js'

/** Sentences of the built-in pages that do not depend on the kind of sign-in. */
export interface SiteTexts {
  readonly 'page.back': string
  readonly 'page.backToStart': string
  readonly 'page.reference': string
  readonly 'page.terms': string
  readonly 'page.privacy': string
  readonly 'signIn.title': string
  readonly 'signIn.lead': string
  readonly 'signIn.button': string
  readonly 'signIn.remember': string
  readonly 'signIn.lastUsed': string
  readonly 'signIn.with': string
  readonly 'signIn.or': string
  readonly 'signIn.signedInAs': string
  readonly 'signIn.continue': string
  readonly 'signIn.otherAccount': string
  readonly 'signIn.newHere': string
  readonly 'signIn.signUp': string
  readonly 'signOut.title': string
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
  readonly 'account.signOutEverywhere': string
  readonly 'account.accounts': string
  readonly 'account.none': string
  readonly 'account.connect': string
  readonly 'account.disconnect': string
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
  /** Title of the page for an error that has no title below. */
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

/** Sentences of pages and mails for sign-in by e-mail, passkey and password. */
export interface FormTexts {
  readonly 'signIn.email': string
  readonly 'signIn.emailExample': string
  readonly 'signIn.emailLink': string
  readonly 'signIn.notYou': string
  readonly 'signIn.showPassword': string
  readonly 'account.password.set': string
  readonly 'account.password.change': string
  readonly 'account.password.remove': string
  readonly 'account.password.current': string
  readonly 'account.password.none': string
  readonly 'account.password.saved': string
  readonly 'account.password.removed': string
  readonly 'account.password.wrongPassword': string
  readonly 'account.password.changed': string
  readonly 'account.password.hasPassword': string
  readonly 'account.password.notFound': string
  /** The name of a passkey, used for `{provider}` if the passkey provider has its default name. */
  readonly 'passkey.name': string
  readonly 'passkey.add': string
  readonly 'passkey.signUp': string
  readonly 'passkey.unsupported': string
  readonly 'passkey.exists': string
  readonly 'passkey.cancelled': string
  readonly 'passkey.wrongAddress': string
  readonly 'passkey.failed': string
  readonly 'checkEmail.title': string
  readonly 'checkEmail.sent': string
  readonly 'checkEmail.sentTo': string
  readonly 'checkEmail.open': string
  readonly 'checkEmail.openOrCode': string
  readonly 'checkEmail.code': string
  readonly 'checkEmail.spam': string
  readonly 'confirm.title': string
  readonly 'confirm.lead': string
  readonly 'confirm.notYou': string
  readonly 'confirm.password': string
  readonly 'confirm.earlier.why': string
  readonly 'confirm.earlier.password': string
  readonly 'confirm.earlier.sessions': string
  readonly 'confirm.earlier.remove': string
  readonly 'confirm.earlier.keepLead': string
  readonly 'confirm.earlier.keep': string
  readonly 'confirm.earlier.wrong': string
  readonly 'mail.subject': string
  readonly 'mail.preview': string
  readonly 'mail.previewCode': string
  readonly 'mail.press': string
  readonly 'mail.open': string
  readonly 'mail.code': string
  readonly 'mail.valid': string
  readonly 'mail.lessThanAMinute': string
  readonly 'mail.ignore': string
  readonly 'mail.secret': string
  readonly 'mail.secretCode': string
  readonly 'mail.removed.subject': string
  readonly 'mail.removed.lead': string
  readonly 'mail.removed.notYou': string
  readonly 'password.label': string
  readonly 'password.new': string
  readonly 'password.hint': string
  readonly 'password.forgot': string
  readonly 'password.forgot.lead': string
  readonly 'password.forgot.button': string
  readonly 'password.sent': string
  readonly 'password.choose.title': string
  readonly 'password.choose.lead': string
  readonly 'password.save': string
  readonly 'password.changed': string
  readonly 'password.confirm.title': string
  readonly 'password.confirm.lead': string
  readonly 'password.confirm.other': string
  readonly 'password.taken': string
  readonly 'password.invalidFields': string
  readonly 'password.problem.too-short': string
  readonly 'password.problem.too-long': string
  readonly 'password.problem.common': string
  readonly 'password.problem.personal': string
  readonly 'password.problem.breached': string
  readonly 'password.mail.signUp.subject': string
  readonly 'password.mail.signUp.lead': string
  readonly 'password.mail.signUp.button': string
  readonly 'password.mail.reset.subject': string
  readonly 'password.mail.reset.lead': string
  readonly 'password.mail.reset.button': string
  readonly 'password.mail.exists.subject': string
  readonly 'password.mail.exists.lead': string
  /** The sentence for a user without a password. */
  readonly 'password.mail.exists.accounts': string
  readonly 'password.mail.none.subject': string
  readonly 'password.mail.none.lead': string
  readonly 'password.mail.changed.subject': string
  readonly 'password.mail.changed.saved': string
  readonly 'password.mail.changed.removed': string
  readonly 'password.mail.changed.notYou': string
  readonly 'password.mail.notYou': string
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
 * Every sentence of the built-in pages and mails, by key. Names in braces are replaced by values. A sentence cannot contain markup: it is
 * escaped.
 */
export interface Texts extends SiteTexts, FormTexts {}

/** The key of a sentence in the built-in pages and mails. */
export type TextKey = keyof Texts

const refusals: Readonly<Record<PasswordRefusal, TextKey>> = {
  'too-short': 'password.problem.too-short',
  'too-long': 'password.problem.too-long',
  common: 'password.problem.common',
  personal: 'password.problem.personal',
  breached: 'password.problem.breached',
  invalidAddress: 'error.InvalidEmailAddress.title',
  invalidFields: 'password.invalidFields',
  taken: 'password.taken',
  // Only the title is shown. The full message says to sign in again, but a new password link needs no sign-in.
  invalidLink: 'error.Verification.title',
  signedOut: 'error.SessionRequired.title',
  reauthenticate: 'error.ReauthenticationRequired.title',
  wrongPassword: 'account.password.wrongPassword',
  notFound: 'account.password.notFound',
  hasPassword: 'account.password.hasPassword',
  changed: 'account.password.changed',
  lastSignInMethod: 'account.result.lastSignInMethod',
}

/** Returns the sentence for the result of a form for passwords. `reason` may come from a URL, so it can be any string. */
export function refusalText(
  reason: string | undefined,
  rule: { readonly minLength?: number | undefined },
  texts: Texts,
): string | undefined {
  if (reason === undefined || !Object.hasOwn(refusals, reason)) return undefined
  return texts[refusals[reason as PasswordRefusal]].replaceAll('{count}', String(minLengthOf(rule)))
}

/** Separates a title from its message. Chinese and Japanese put no space between sentences. */
export function sentenceEnd(tag: string): string {
  return /^(?:ja|zh)\b/i.test(tag) ? '。' : '. '
}

/**
 * A language of the built-in pages and mails: one of `authwright/languages`, or an object that the application writes.
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
  /** The language tag, such as `'en'`, `'pt-BR'` or `'zh-Hans'`. */
  readonly tag: string
  /** The direction of writing. Default: `'ltr'`. */
  readonly dir?: 'ltr' | 'rtl'
  /** The sentences. Missing and `undefined` sentences are shown in English. */
  readonly texts: Partial<Texts>
}

/** Whether a value is a language. `Intl` must accept the tag, because it is used to format numbers and dates. */
export function isLanguage(value: unknown): value is Language {
  const { tag, texts } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof tag === 'string' && isTag(tag) && typeof texts === 'object' && texts !== null
}

function isTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A request for a page or mail. */
export interface LanguageRequest {
  /** The request headers. */
  readonly headers: Pick<Headers, 'get'>
}

/** Chooses the language of a page or mail. If it throws or returns no language, English is used and the error is logged. */
export type LanguageOf = (request: LanguageRequest) => Language

/** A language that has every sentence. If a sentence is missing, the code does not compile. */
export interface CompleteLanguage extends Language {
  /** Every sentence. */
  readonly texts: Texts
}

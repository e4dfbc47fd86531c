import { minLengthOf, type PasswordRefusal } from '../model/password.js'
import type { Language, TextKey } from '../options/language.js'
import { messageOf, textsOf } from './message-of.js'

/** Options of {@link passwordMessageOf}. */
export interface PasswordMessageOptions {
  /** The option `minLength` of `password()`, with the same default of 15. */
  readonly minLength?: number | undefined
  /** Default: English. Sentences that are missing in the language are in English. */
  readonly language?: Language | undefined
}

/**
 * Message for users about a refused password, sign-up or link, in the words of the built-in pages. For your own forms.
 *
 * @param reason - `reason` of a method of `passwords`, or the query parameter `passwordResult`. For any
 * other value the message is general, so that a link cannot put its own text on the page.
 * @param options - The language, and the `minLength` of your configuration.
 * @returns Plain text without markup.
 *
 * @example
 * ```ts
 * import { de, passwordMessageOf } from 'authwright/languages'
 *
 * passwordMessageOf('too-short', { minLength: 12 })
 * // 'Use at least 12 characters.'
 * passwordMessageOf('wrongPassword', { language: de })
 * ```
 */
export function passwordMessageOf(
  reason: string,
  { minLength, language }: PasswordMessageOptions = {},
): string {
  const key = Object.hasOwn(keys, reason) ? keys[reason as PasswordRefusal] : undefined
  if (key === undefined) return messageOf(reason, language)
  return textsOf(language)[key].replace('{count}', String(minLengthOf({ minLength })))
}

const keys: Readonly<Record<PasswordRefusal, TextKey>> = {
  'too-short': 'password.problem.too-short',
  'too-long': 'password.problem.too-long',
  common: 'password.problem.common',
  personal: 'password.problem.personal',
  breached: 'password.problem.breached',
  invalidAddress: 'error.InvalidEmailAddress.title',
  invalidFields: 'password.invalidFields',
  taken: 'password.taken',
  // Only the title: the message says to sign in again, which does not help with these links.
  invalidLink: 'error.Verification.title',
  signedOut: 'error.SessionRequired.title',
  reauthenticate: 'error.ReauthenticationRequired.title',
  wrongPassword: 'account.password.wrongPassword',
  notFound: 'account.password.none',
  hasPassword: 'account.password.hasPassword',
  changed: 'account.password.changed',
  lastSignInMethod: 'account.result.lastSignInMethod',
}

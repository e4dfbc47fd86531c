import { type Language, refusalText } from '../options/language.js'
import { messageOf, textsOf } from './message-of.js'

/** Options of {@link passwordMessageOf}. */
export interface PasswordMessageOptions {
  /** The option `minLength` of `password()`, with the same default of 15. */
  readonly minLength?: number | undefined
  /** Default: English. Sentences that are missing in the language are in English. */
  readonly language?: Language | undefined
}

/**
 * Message for users about the result of a form for passwords, in the words of the built-in pages. For your own
 * forms.
 *
 * @param reason - `reason` of a method of `passwords`, or the query parameter `passwordResult`: why nothing was
 * done, `'sent'` for a mail, or `'ok'` for a saved password. For any other value the message is general, so that
 * a link cannot put its own text on the page.
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
  const texts = textsOf(language)
  const success = Object.hasOwn(successes, reason)
    ? texts[successes[reason as keyof typeof successes]]
    : undefined
  return success ?? refusalText(reason, { minLength }, texts) ?? messageOf(reason, language)
}

/** The keys of the sentences about successes. */
const successes = { ok: 'account.password.saved', sent: 'password.sent' } as const

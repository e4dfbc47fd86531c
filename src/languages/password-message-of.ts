import { type Language, refusalText } from '../options/language.js'
import { messageOf, textsOf } from './message-of.js'

/** Options of {@link passwordMessageOf}. */
export interface PasswordMessageOptions {
  /** The option `minLength` of `password()`. Default: 15. */
  readonly minLength?: number | undefined
  /** Default: English. */
  readonly language?: Language | undefined
}

/**
 * Returns the message of the built-in pages about the result of a form for passwords, as plain text.
 *
 * @param reason - `reason` of a method of `passwords`, or the query parameter `passwordResult`. For any other value the message is general,
 * so that a link cannot put its own text on the page.
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

const successes = {
  ok: 'account.password.saved',
  removed: 'account.password.removed',
  sent: 'password.sent',
} as const

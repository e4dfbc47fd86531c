import { type Language, sentenceEnd, type TextKey, type Texts } from '../options/language.js'
import { withDefaults } from '../options/with-defaults.js'
import { englishOfForms } from '../runtime/features/pages/english-form-texts.js'
import { english } from '../runtime/features/pages/english-texts.js'

/**
 * Returns the message of the built-in pages about an error, as plain text.
 *
 * @param error - A caught error, or the query parameter `error` of your sign-in or error page. For any other value the message is general,
 * so that a link cannot put its own text on the page.
 * @param language - Default: English.
 *
 * @example
 * ```ts
 * import { de, messageOf } from 'authwright/languages'
 *
 * messageOf('OAuthAccountNotLinked')
 * // 'Sign in the way you did before. An account with this email address exists already. …'
 * messageOf('RateLimited', de)
 * ```
 */
export function messageOf(error: unknown, language: Language = { tag: 'en', texts: {} }): string {
  const texts = textsOf(language)
  const textOf = (part: 'title' | 'message'): string =>
    texts[keys(error, part).find((key) => Object.hasOwn(texts, key)) ?? `error.${part}`]
  return textOf('title') + sentenceEnd(language.tag) + textOf('message')
}

export function textsOf(language?: Language): Texts {
  return withDefaults({ ...english, ...englishOfForms }, language?.texts ?? {})
}

function keys(error: unknown, part: 'title' | 'message'): readonly TextKey[] {
  const key = (type: unknown): TextKey => `error.${String(type)}.${part}` as TextKey
  if (typeof error === 'string') return [key(error)]
  if (isOutage(error)) return [key('Unavailable')]
  const { type } = (error ?? {}) as { readonly type?: unknown }
  // An Authwright error without a sentence is a configuration error.
  return typeof type === 'string' ? [key(type), key('Configuration')] : []
}

/** The types with status 503. */
const outages: ReadonlySet<unknown> = new Set(['AdapterError', 'ServerBusy', 'StoreError'])

/** Whether an outage caused the error. The built-in pages use the same rule. */
function isOutage(error: unknown): boolean {
  const { type, cause } = (error ?? {}) as {
    readonly type?: unknown
    readonly cause?: { readonly err?: unknown } | null
  }
  return outages.has(type) || (cause?.err !== undefined && isOutage(cause.err))
}

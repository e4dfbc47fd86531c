import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import { isLanguage, type Language, type LanguageRequest } from '../../../options/language.js'
import { withoutSecrets } from '../../core/config/logger.js'

export interface LanguageChoice {
  /** Default: English. */
  readonly language?: Language | undefined
  /** Whether the language depends on the request. Default: `false`. */
  readonly isNegotiated?: boolean
}

export function languageChoice(
  { language }: Pick<AuthOptions, 'language'>,
  request: LanguageRequest,
  logger: Pick<LoggerInstance, 'error'>,
): LanguageChoice {
  if (typeof language !== 'function') return { language }
  try {
    const chosen = language(request)
    if (isLanguage(chosen)) return { language: chosen, isNegotiated: true }
    throw new TypeError(
      "The function in the option `language` did not return a language. Return an object with a `tag`, such as 'pt-BR', and `texts`.",
    )
  } catch (error) {
    logger.error(withoutSecrets(error, [credentialsOf(request)]))
    return { isNegotiated: true }
  }
}

/**
 * Returns the headers that may contain secrets. They are read one by one, because the `headers` of some
 * frameworks have only the method `get`.
 */
function credentialsOf({ headers }: LanguageRequest): Headers {
  const names = ['cookie', 'authorization', 'x-api-key']
  return new Headers(names.map((name): [string, string] => [name, headers.get(name) ?? '']))
}

import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { Language, LanguageRequest } from '../../../options/language.js'
import { asError } from '../../core/base/as-error.js'

/** The language of one response. */
export interface LanguageChoice {
  /** Default: English. */
  readonly language?: Language | undefined
  /** Whether another request may get another language. Default: `false`. */
  readonly isNegotiated?: boolean
}

/** Chooses the language of a page or mail. If the option `language` throws, it is English, so that the page is still shown. */
export function languageChoice(
  { language }: Pick<AuthOptions, 'language'>,
  request: LanguageRequest,
  logger: Pick<LoggerInstance, 'error'>,
): LanguageChoice {
  if (typeof language !== 'function') return { language }
  try {
    return { language: language(request), isNegotiated: true }
  } catch (error) {
    logger.error(asError(error))
    return {}
  }
}

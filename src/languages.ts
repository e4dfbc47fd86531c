import type { CompleteLanguage } from './options/language.js'
import { englishOfForms } from './runtime/features/pages/english-form-texts.js'
import { english } from './runtime/features/pages/english-texts.js'

export { de } from './languages/de.js'
export { es } from './languages/es.js'
export { fr } from './languages/fr.js'
export { ja } from './languages/ja.js'
export { messageOf } from './languages/message-of.js'
export { type PasswordMessageOptions, passwordMessageOf } from './languages/password-message-of.js'
export { preferredLanguage } from './languages/preferred-language.js'
export { pt } from './languages/pt.js'
export { zh } from './languages/zh.js'
export type {
  CompleteLanguage,
  FormTexts,
  Language,
  LanguageOf,
  LanguageRequest,
  SiteTexts,
  TextKey,
  Texts,
} from './options/language.js'

/** English, the default language of pages and mails. */
export const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

export { de } from './languages/de.js'
export { en } from './languages/en.js'
export { es } from './languages/es.js'
export { fr } from './languages/fr.js'
export { ja } from './languages/ja.js'
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

import type { CompleteLanguage } from '../options/language.js'
import { english } from '../runtime/pages/english.js'
import { englishOfForms } from '../runtime/pages/english-of-forms.js'

/** English, which the pages and mails are in without another language. */
export const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

import { englishOfForms } from '#forms/pages/english-of-forms'
import type { CompleteLanguage, Language } from '../../options/language.js'
import { type Html, html } from '../http/html.js'
import { english } from './english.js'

/** The language of one response. */
export interface LanguageChoice {
  /** Default: English. */
  readonly language?: Language | undefined
  /** Whether another request may get another language. Default: `false`. */
  readonly isNegotiated?: boolean
}

/** The sentences of a page, all of them. */
export interface Words extends Required<CompleteLanguage> {}

// A bundle without forms lacks their sentences, and the pages that show them.
const en: CompleteLanguage = { tag: 'en', texts: { ...english, ...englishOfForms } }

/** The sentences of a language; missing ones are English. */
export function wordsOf({ language = en }: LanguageChoice = {}): Words {
  const { tag, dir = 'ltr', texts } = language
  return { tag, dir, texts: { ...en.texts, ...texts } }
}

const placeholder = /\{(\w+)\}/

/** A sentence with values in place of its placeholders, as markup: what is written around them is escaped. */
export function filled(
  text: string,
  values: Readonly<Record<string, Html | string>>,
  around: (written: string) => Html = (written) => html`${written}`,
): Html {
  const parts = text.split(placeholder)
  return html`${parts.map((part, index) => {
    if (index % 2 === 1) return Object.hasOwn(values, part) ? values[part] : `{${part}}`
    return part !== '' && around(part)
  })}`
}

/** The same as a plain string. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(new RegExp(placeholder, 'g'), (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] as string) : written,
  )
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAuth } from '../../src/index.js'
import type { CompleteLanguage } from '../../src/languages.js'
import * as entry from '../../src/languages.js'
import { github } from '../../src/providers/github.js'
import { filledText } from '../../src/runtime/features/pages/words.js'
import { SECRET } from '../support/app.js'

const languages = Object.entries(entry).filter(
  (each): each is [string, CompleteLanguage] => typeof each[1] === 'object',
)
const keys = Object.keys(entry.en.texts) as (keyof CompleteLanguage['texts'])[]

/** The names of the placeholders in braces. */
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** Keys whose sentence may equal the English one, because it is a name or a shared word. */
const alike = new Set(['account.passkey', 'account.passkeys', 'checkEmail.code', 'signIn.emailExample'])

/** The rows of the glossary above a language: a concept, its word, and words to avoid. */
const glossaryOf = (name: string) =>
  [
    ...readFileSync(`src/languages/${name}.ts`, 'utf8').matchAll(
      /^ \* \| ([^|-][^|]*) \| ([^|]+) \| ([^|]+) \|$/gm,
    ),
  ]
    .slice(1)
    .map(([, concept = '', word = '', others = '']) => [concept, word, others.split(', ')] as const)

describe('languages', () => {
  it('seven languages exist, each with a different tag', () => {
    expect(languages.map(([name]) => name).sort()).toEqual(['de', 'en', 'es', 'fr', 'ja', 'pt', 'zh'])
    expect(new Set(languages.map(([, { tag }]) => tag)).size).toBe(languages.length)
  })

  it.each(languages)('%s has every message, with the same placeholders as English', (_, { texts }) => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort())
    for (const key of keys) {
      expect(texts[key].trim(), key).toBe(texts[key])
      expect(texts[key], key).not.toBe('')
      expect(placeholders(texts[key]), key).toEqual(placeholders(entry.en.texts[key]))
    }
  })

  it.each(languages.filter(([name]) => name !== 'en'))(
    'every message of %s differs from the English message',
    (_, { texts }) => {
      const english = keys.filter((key) => !alike.has(key) && texts[key] === entry.en.texts[key])
      expect(english).toEqual([])
    },
  )

  it.each(languages)('%s has no markup in its messages, and respects the length limits', (_, { texts }) => {
    for (const key of keys) {
      expect(texts[key], key).not.toMatch(/[<>&"]/)
      const room = /title$|retry$|button$/.test(key) ? 60 : 160
      expect(texts[key].length, key).toBeLessThanOrEqual(room)
    }
  })

  it.each(languages)(
    '%s does not suggest the sign-up method to users, because that account may be unlinked',
    (_, { texts }) => {
      const signUp = /signed up|registrierung|creaste|inscription|criou|作成時|创建账号时/i
      expect(texts['error.OAuthAccountNotLinked.message']).not.toMatch(signUp)
      expect(texts['error.AccountNotLinked.message']).not.toMatch(signUp)
    },
  )

  it.each(languages)('%s says how long a link is valid', (_, { texts }) => {
    expect(filledText(texts['mail.valid'], { time: '7' })).toContain('7')
  })

  it.each(languages)('the language tag of %s is canonical', (_, { tag }) => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
  })

  it.each(languages.filter(([name]) => ['es', 'ja', 'pt', 'zh'].includes(name)))(
    '%s uses one word per concept in all messages',
    (name, language) => {
      const texts = Object.values(language.texts).map((text) => text.toLowerCase())
      const glossary = glossaryOf(name)
      expect(glossary.length).toBeGreaterThan(10)
      for (const [concept, word, others] of glossary) {
        expect(
          texts.some((text) => text.includes(word)),
          `${concept}: ${word}`,
        ).toBe(true)
        for (const other of others)
          expect(
            texts.filter((text) => text.includes(other.toLowerCase())),
            `${concept}: ${other}`,
          ).toEqual([])
      }
    },
  )
})

it('a built-in page shows the English message if the language has `undefined` instead', async () => {
  // TypeScript allows this if `exactOptionalPropertyTypes` is off.
  const { texts } = entry.de
  const language = { tag: 'de', texts: { ...texts, 'signIn.title': undefined as unknown as string } }
  const { handler } = createAuth()
    .provider(github({ clientId: 'client', clientSecret: 'secret' }))
    .options({ secret: SECRET, trustHost: true, language })
    .build()
  const page = await (await handler(new Request('https://app.test/auth/signin'))).text()
  expect(page).toContain(`>${entry.en.texts['signIn.title']}</h1>`)
  expect(page).not.toContain('undefined')
})

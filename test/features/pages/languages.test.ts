import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import {
  de,
  en,
  fr,
  ja,
  type Language,
  type LanguageOf,
  messageOf,
  preferredLanguage,
} from '../../../src/languages.js'
import type { LoggerInstance } from '../../../src/options/auth-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { type MailboxOptions, mailbox } from '../../support/mailbox.js'

const german = { accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

function start(
  language?: Language | LanguageOf,
  logger?: Partial<LoggerInstance>,
  mail: MailboxOptions = {},
) {
  const box = mailbox({ code: true, ...mail })
  const options = { ...(language && { language }), ...(logger && { logger }) }
  const { handle } = app({ providers: [box.provider], adapter: memory(), options })
  return { box, browser: new Browser(handle) }
}

const pages = [
  '/auth/signin',
  '/auth/signout',
  '/auth/error?error=AccessDenied',
  '/auth/nothing-here',
  '/auth/verify-request',
]

describe.each(pages)('%s', (path) => {
  test('a page is in the preferred language and sets `Vary`', async () => {
    const page = await start(preferredLanguage(en, de, fr)).browser.send(path, { headers: german })
    expect(await page.text()).toContain('<html lang="de">')
    expect(page.headers.get('vary')).toBe('Accept-Language')
  })

  test('a page is in the configured language if there is only one', async () => {
    const page = await start(fr).browser.send(path, { headers: german })
    expect(await page.text()).toContain('<html lang="fr">')
    expect(page.headers.get('vary')).toBeNull()
  })

  test('a page is in English by default', async () => {
    const page = await start().browser.send(path, { headers: german })
    expect(await page.text()).toContain('<html lang="en">')
    expect(page.headers.get('vary')).toBeNull()
  })
})

test('the sign-in page has every sentence in the language of the user', async () => {
  const html = await (
    await start(preferredLanguage(en, de)).browser.send('/auth/signin', { headers: german })
  ).text()
  expect(html).toContain('<h1>Anmelden</h1>')
  expect(html).toContain('>E-Mail</label>')
  expect(html).toContain('Anmeldelink per E-Mail senden')
  expect(html).not.toMatch(/Sign in|Email me/)
})

test.each([en, ja])('an error in a form has the punctuation of its language: $tag', async (language) => {
  const refusing = credentials({ input: { password: { type: 'password' } }, authorize: () => null })
  const browser = new Browser(app({ providers: [refusing], options: { language } }).handle)
  const refused = await browser.post('/auth/callback/credentials', { password: 'wrong' })
  const html = await (await browser.send(locationOf(refused).href)).text()
  const [, shown = ''] = /class="invalid".*?<p>(.*?)<\/p>/s.exec(html) ?? []
  expect(shown.replace(/<[^>]*>/g, '')).toBe(messageOf('CredentialsSignin', language))
})

test.each<[Language, string]>([
  [en, '. '],
  [ja, '。'],
])('a banner has the punctuation of its language: $0.tag', async (language, end) => {
  const html = await (
    await start(language).browser.send('/auth/signin?error=OAuthCallbackError', { headers: german })
  ).text()
  const title = language.texts['error.OAuthCallbackError.title']
  expect(html).toContain(`<h2 data-end="${end}">${title}</h2>`)
})

test('a mail is in the language of the browser that requested it', async () => {
  const { box, browser } = start(preferredLanguage(en, de))
  browser.headers = { 'accept-language': 'de' }
  await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
  const { subject, text, html } = box.last
  expect(subject).toBe('Bei app.test anmelden')
  expect(text).toContain('Öffne diesen Link, um dich anzumelden:')
  expect(text).toContain('Gültigkeit: 1 Stunde.')
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('Gib weder den Link noch den Code weiter.')
})

test('a sentence of the application replaces the built-in sentence, and is escaped', async () => {
  const own = { ...en, texts: { ...en.texts, 'signIn.title': 'Log <in>', 'signIn.lead': 'at {site}' } }
  const html = await (await start(own).browser.send('/auth/signin', { headers: german })).text()
  expect(html).toContain('<h1>Log &lt;in&gt;</h1>')
  expect(html).toContain('at <strong>app.test</strong>')
})

test('a page is written in the direction of its language', async () => {
  const arabic = { ...en, tag: 'ar', dir: 'rtl' as const }
  const html = await (await start(arabic).browser.send('/auth/signin', { headers: german })).text()
  expect(html).toContain('<html lang="ar" dir="rtl">')
})

test('a language tag with a numbering system sets the digits in mails', async () => {
  const { box, browser } = start({ tag: 'ar-EG-u-nu-latn', dir: 'rtl', texts: {} }, undefined, {
    maxAge: 120,
  })
  await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
  expect(box.last.html).toContain('<html lang="ar-EG-u-nu-latn" dir="rtl">')
  expect(box.last.text).toMatch(/Valid for .*(?:2|دقيقتان)/)
})

test.each<[returned: string, language: unknown]>([
  ['a language with an invalid tag', { ...de, tag: 'de_DE' }],
  ['a language without sentences', { tag: 'de' }],
  ['a promise', Promise.resolve(de)],
  ['undefined', undefined],
])(
  'if the function that chooses the language returns %s, mails and pages are in English',
  async (_, language) => {
    const box = mailbox()
    const errors: Error[] = []
    const options = {
      language: () => language as Language,
      logger: { error: (error: Error) => void errors.push(error) },
    }
    const browser = new Browser(app({ providers: [box.provider], adapter: memory(), options }).handle)
    await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    expect(box.last.subject).toBe('Sign in to app.test')
    const html = await (await browser.send('/auth/signin', { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('<html lang="en">')
    expect(errors.map(({ message }) => message)).toContain(
      "The function in the option `language` did not return a language. Return an object with a `tag`, such as 'pt-BR', and `texts`.",
    )
  },
)

test('a function that chooses the language receives the request; if it throws, the page is in English', async () => {
  const byCookie: LanguageOf = ({ headers }) => (headers.get('cookie')?.includes('lang=de') ? de : en)
  const chosen = await start(byCookie).browser.send('/auth/signin', { headers: { cookie: 'lang=de' } })
  expect(await chosen.text()).toContain('<html lang="de">')
  const failing = (): never => {
    throw new Error('no such language')
  }
  const errors: Error[] = []
  const { browser } = start(failing, { error: (error) => void errors.push(error) })
  const shown = await browser.send('/auth/signin', { headers: german })
  expect(await shown.text()).toContain('<html lang="en">')
  expect(shown.headers.get('vary')).toBe('Accept-Language')
  expect(errors.map(({ message }) => message)).toEqual(['no such language'])
})

test.each([
  [60, '1 Minute'],
  [7200, '2 Stunden'],
  [86_400, '1 Tag'],
  [59, 'weniger als eine Minute'],
])('the page shows the lifetime of a link of %d seconds in words', async (maxAge, words) => {
  const { box, browser } = start(de, undefined, { maxAge })
  await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
  expect(box.last.text).toContain(`Gültigkeit: ${words}.`)
})

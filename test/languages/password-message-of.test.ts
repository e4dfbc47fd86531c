import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth, type PasswordRefusal } from '../../src/index.js'
import { de, en, es, fr, ja, passwordMessageOf, pt, zh } from '../../src/languages.js'
import { password } from '../../src/providers/password.js'
import { SECRET } from '../support/app.js'

const sentences: Readonly<Record<PasswordRefusal | 'ok' | 'removed' | 'sent', string>> = {
  ok: 'Your password is saved.',
  removed: 'Your password is removed.',
  sent: 'We have sent you an email. Open the link in it to go on.',
  'too-short': 'Use at least 15 characters.',
  'too-long': 'This password is too long.',
  common: 'This password is too common. Choose another one.',
  personal: 'This password is too close to your name or email address. Choose another one.',
  breached: 'This password has appeared in a data breach. Choose another one.',
  invalidAddress: 'That is not an email address',
  invalidFields: 'Something is missing or not valid. Check what you typed.',
  taken: 'There is an account with this email address already.',
  invalidLink: 'This link no longer works',
  signedOut: 'Please sign in',
  reauthenticate: 'Sign in again to continue',
  wrongPassword: 'That is not your current password.',
  notFound: 'Your account has no password or no email address.',
  hasPassword: 'You have a password already.',
  changed: 'Your password was changed elsewhere. Try again.',
  lastSignInMethod: 'It is your only way to sign in, so it stays. Add another one first.',
}

test.each(Object.entries(sentences))(
  'passwordMessageOf() returns a sentence for the reason %s',
  (reason, sentence) => {
    expect(passwordMessageOf(reason)).toBe(sentence)
  },
)

test('every language has a sentence for each reason', () => {
  for (const language of [de, es, fr, ja, pt, zh]) {
    for (const [reason, sentence] of Object.entries(sentences)) {
      expect(passwordMessageOf(reason, { language }), `${language.tag}, ${reason}`).not.toBe(sentence)
    }
  }
})

test('passwordMessageOf() uses the language that was passed, or English if it lacks the sentence', () => {
  expect(passwordMessageOf('too-short', { minLength: 12, language: de })).toBe(
    'Verwende mindestens 12 Zeichen.',
  )
  expect(passwordMessageOf('common', { language: { tag: 'da', texts: {} } })).toBe(
    en.texts['password.problem.common'],
  )
  const twice = { tag: 'da', texts: { 'password.problem.too-short': '{count} tegn, ikke under {count}.' } }
  expect(passwordMessageOf('too-short', { language: twice })).toBe('15 tegn, ikke under 15.')
})

test('passwordMessageOf() names the length that the server requires, even if `minLength` is below the minimum', async () => {
  const auth = createAuth()
    .provider(password({ minLength: 4, send() {} }))
    .adapter(memory())
    .options({ secret: SECRET, trustHost: true })
    .build()
  const request = new Request('https://app.test/', {
    headers: { origin: 'https://app.test' },
    method: 'POST',
  })
  const signUp = (typed: string) =>
    auth.passwords.signUp({ email: 'ada@example.com', password: typed }, { request })
  expect(await signUp('qzvbnmw')).toMatchObject({ reason: 'too-short' })
  expect(await signUp('qzvbnmwk')).toMatchObject({ ok: true })
  expect(passwordMessageOf('too-short', { minLength: 4 })).toBe('Use at least 8 characters.')
})

test.each(['hasOwnProperty', '__proto__', '', 'Call 0900-123 now', 'error'])(
  'passwordMessageOf() returns the general message for the value %j',
  (value) => {
    expect(passwordMessageOf(value)).toBe(`${en.texts['error.title']}. ${en.texts['error.message']}`)
  },
)

test('passwordMessageOf() returns the English sentence if the language has `undefined` instead', () => {
  const language = { tag: 'da', texts: { 'password.problem.too-short': undefined as unknown as string } }
  expect(passwordMessageOf('too-short', { language })).toBe(passwordMessageOf('too-short'))
})

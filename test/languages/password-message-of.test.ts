import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { de, en, passwordMessageOf } from '../../src/languages.js'
import { password } from '../../src/providers/password.js'
import { SECRET } from '../support/app.js'

test('each reason of a refused password has the sentence of the built-in page', () => {
  expect(passwordMessageOf('too-short')).toBe('Use at least 15 characters.')
  expect(passwordMessageOf('too-short', { minLength: 12 })).toBe('Use at least 12 characters.')
  expect(passwordMessageOf('common')).toBe('This password is too common. Choose another one.')
  expect(passwordMessageOf('invalidLink')).toBe('This link no longer works')
  expect(passwordMessageOf('wrongPassword')).toBe('That is not your current password.')
  expect(passwordMessageOf('lastSignInMethod')).toContain('your only way to sign in')
})

test('a message is in the language that was passed, and in English where it has no sentence', () => {
  expect(passwordMessageOf('too-short', { minLength: 12, language: de })).toBe(
    'Verwende mindestens 12 Zeichen.',
  )
  expect(passwordMessageOf('common', { language: { tag: 'da', texts: {} } })).toBe(
    en.texts['password.problem.common'],
  )
})

test('the length in the message is the one that the server requires, also below the shortest possible', async () => {
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
  'the value %j gets the general message',
  (value) => {
    expect(passwordMessageOf(value)).toBe(`${en.texts['error.title']}. ${en.texts['error.message']}`)
  },
)

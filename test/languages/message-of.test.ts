import { expect, test } from 'vitest'
import {
  AdapterError,
  CallbackRouteError,
  CredentialsSignin,
  InvalidProvider,
  OAuthAccountNotLinked,
  ServerBusy,
  StoreError,
} from '../../src/errors.js'
import { de, en, ja, messageOf } from '../../src/languages.js'

test('messageOf() returns the same sentence for an error and for its name', () => {
  const { texts } = en
  const wanted = `${texts['error.OAuthAccountNotLinked.title']}. ${texts['error.OAuthAccountNotLinked.message']}`
  expect(messageOf('OAuthAccountNotLinked')).toBe(wanted)
  expect(messageOf(new OAuthAccountNotLinked())).toBe(wanted)
})

test('messageOf() returns the message in the language that was passed', () => {
  const [title, message] = ['title', 'message'].map(
    (part) => de.texts[`error.CredentialsSignin.${part}` as 'error.title'],
  )
  expect(messageOf(new CredentialsSignin(), de)).toBe(`${title}. ${message}`)
  for (const tag of ['ja', 'JA-jp'])
    expect(messageOf('CredentialsSignin', { ...ja, tag })).not.toContain('. ')
  const { texts } = en
  expect(messageOf('AccessDenied', { tag: 'da', texts: {} })).toBe(
    `${texts['error.AccessDenied.title']}. ${texts['error.AccessDenied.message']}`,
  )
})

test('messages about server errors say that the server failed, without details', () => {
  expect(messageOf(new InvalidProvider("The provider 'google' has no client id."))).toContain(
    en.texts['error.Configuration.title'],
  )
  const refused = new AdapterError('connect ECONNREFUSED')
  const wrapped = new CallbackRouteError('The callback failed.', { cause: { err: refused } })
  for (const outage of [refused, wrapped, new StoreError(), new ServerBusy()])
    expect(messageOf(outage)).toContain(en.texts['error.Unavailable.title'])
})

test.each([
  'hasOwnProperty',
  '__proto__',
  '',
  'Call 0900-123 now',
  'title',
  null,
  undefined,
  42,
  new Error('secret'),
])('messageOf() returns the general message for the value %j', (value) => {
  expect(messageOf(value)).toBe(`${en.texts['error.title']}. ${en.texts['error.message']}`)
})

test('messageOf() returns the English sentence if the language has `undefined` instead', () => {
  const language = { tag: 'da', texts: { 'error.RateLimited.title': undefined as unknown as string } }
  expect(messageOf('RateLimited', language)).toBe(messageOf('RateLimited'))
})

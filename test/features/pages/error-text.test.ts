import { expect, it } from 'vitest'
import * as errors from '../../../src/errors.js'
import { errorText } from '../../../src/runtime/features/pages/words.js'

const fallback = errorText(undefined)

const clientErrors = Object.values(errors).flatMap((exported) => {
  if (typeof exported !== 'function' || !(exported.prototype instanceof errors.AuthError)) return []
  const error = new (exported as typeof errors.AuthError)()
  return errors.isClientError(error) ? [error.type] : []
})

it('errorText has a sentence for every error that users may see', () => {
  expect(clientErrors.length).toBeGreaterThan(5)
  for (const type of clientErrors) expect(errorText(type).title, type).not.toBe(fallback.title)
})

it.each([
  ['OAuthCallbackError', 'It was cancelled or refused. Try again, or use another account.'],
  ['OAuthAccountNotLinked', 'Use a method that is linked to it.'],
  ['CredentialsSignin', 'Check what you entered, then try again.'],
  ['SessionRequired', 'You need to be signed in to see that page.'],
  ['MissingCSRF', 'then send the form again.'],
  ['AccessDenied', 'This account may not sign in here.'],
  ['Verification', 'Sign in again to get a new one.'],
  ['Configuration', 'Try again later.'],
  ['InvalidCheck', 'It expired or was already used. Start again'],
  ['OAuthUnavailable', 'Try again in a few minutes'],
  ['RateLimited', 'Wait a few minutes, then try again.'],
])('errorText explains %s and what to do next', (error, sentence) => {
  expect(errorText(error).message).toContain(sentence)
})

it('errorText does not reveal which of the credentials was wrong', () => {
  const { title, message } = errorText('CredentialsSignin')
  expect(`${title} ${message}`).not.toMatch(/password|user|account|email/i)
})

it.each([
  '',
  '<script>alert(1)</script>',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'accessdenied',
  'x'.repeat(1_000_000),
])('errorText returns the general sentence for unknown errors (%#)', (error) => {
  expect(errorText(error)).toEqual(fallback)
})

it('errorText returns the general sentence for values that are not strings', () => {
  expect(errorText(['AccessDenied'] as unknown as string)).toEqual(fallback)
})

import { describe, expect, test } from 'vitest'
import { AuthError, CredentialsSignin, RateLimited } from '../src/errors.js'

describe('the constructor of an error', () => {
  const inner = new Error('inner')

  test.each([
    ['nothing', [], '', undefined],
    ['a message', ['outer'], 'outer', undefined],
    ['an error', [inner], 'inner', { err: inner }],
    [
      'an error and details',
      [inner, { cause: { provider: 'acme' } }],
      'inner',
      { provider: 'acme', err: inner },
    ],
    ['an error and another cause', [inner, { cause: new Error('other') }], 'inner', { err: inner }],
    ['a message and details', ['outer', { cause: { provider: 'acme' } }], 'outer', { provider: 'acme' }],
    ['a message and a cause', ['outer', { cause: inner }], 'outer', { err: inner }],
    ['options only', [{ cause: inner }], 'inner', { err: inner }],
  ] as const)(
    'the constructor of an error, called with %s, sets the message and the cause',
    (_, args, message, cause) => {
      for (const error of [new AuthError(...args), new CredentialsSignin(...args)]) {
        expect(error.message).toBe(message)
        expect(error.cause).toEqual(cause)
        expect(error.cause?.err).toBe(cause && 'err' in cause ? cause.err : undefined)
      }
    },
  )
})

test('a RateLimited error that an application throws does not mention the option `limits`', () => {
  const { message, limit } = new RateLimited()
  expect(message).toBe('Too many attempts. Try again in 60 seconds.')
  expect(limit.retryAfter).toBe(60)
})

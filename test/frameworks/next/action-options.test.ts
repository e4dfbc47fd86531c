import { describe, expect, test } from 'vitest'
import { type ActionOptions, readActionOptions } from '../../../src/frameworks/action-options.js'

const form = new FormData()
form.set('name', 'Ada')
form.set('redirectTo', '/inside')
form.set('$ACTION_ID_1', '')

/** A form from a polyfill or another realm, so not an instance of the global FormData. */
const foreign = { append: () => {}, [Symbol.iterator]: () => form[Symbol.iterator]() }

describe('the options of an action', () => {
  test.each<[string, ActionOptions]>([
    ['a form', form],
    ['parameters of a URL', new URLSearchParams({ name: 'Ada', redirectTo: '/inside' })],
    ['a form of another realm', foreign],
    [
      'entries with a number as key',
      new Map<unknown, unknown>([...form, [1, 'one']]) as unknown as ActionOptions,
    ],
    ['options', { name: 'Ada', redirectTo: '/inside' }],
  ])('a server action accepts options as %s', (_, given) => {
    expect(readActionOptions(given)).toMatchObject({
      follow: true,
      redirectTo: '/inside',
      fields: { name: 'Ada' },
    })
    expect(Object.keys(readActionOptions(given).fields)).toEqual(['name'])
  })

  test('a credentials field can have the name `request`', () => {
    expect(readActionOptions({ request: 'a refund' }).fields).toEqual({ request: 'a refund' })
  })

  test('a server action may be called without options', () => {
    for (const nothing of [undefined, null as unknown as undefined]) {
      expect(readActionOptions(nothing)).toMatchObject({ follow: true, redirectTo: undefined, fields: {} })
    }
  })
})

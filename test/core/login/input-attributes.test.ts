import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputAttributes } from '../../../src/runtime/core/login/input-attributes.js'
import { runs } from '../../support/fuzz.js'

describe('inputAttributes', () => {
  it('inputAttributes keeps the harmless attributes of a field in any letter case', () => {
    expect(
      inputAttributes('pin', {
        label: 'PIN',
        type: 'text',
        placeholder: '1234',
        required: true,
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
        maxLength: 6,
        spellCheck: false,
      }),
    ).toEqual({
      type: 'text',
      placeholder: '1234',
      required: true,
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      maxlength: '6',
      spellcheck: 'false',
    })
  })

  it.each([
    'onclick',
    'onfocus',
    'ONINPUT',
    'style',
    'class',
    'id',
    'name',
    'form',
    'formaction',
    'formmethod',
    'src',
    'srcdoc',
    'list',
    'autofocus',
    'x onclick',
    'x"><script>',
    'constructor',
    '__proto__',
  ])('inputAttributes leaves out %s', (attribute) => {
    const field = Object.fromEntries([[attribute, 'alert(1)']])
    expect(inputAttributes('pin', field)).toEqual({ type: 'text' })
  })

  it('inputAttributes leaves out values that are not strings, numbers or booleans', () => {
    expect(inputAttributes('pin', { pattern: { toString: () => 'x' }, title: null, min: [1] })).toEqual({
      type: 'text',
    })
  })

  it('inputAttributes leaves out a flag that is off', () => {
    expect(inputAttributes('pin', { required: false, readonly: 'no' })).toEqual({ type: 'text' })
  })

  it('inputAttributes never fills in a password', () => {
    expect(inputAttributes('secret', { type: 'password', value: 'hunter2' })).not.toHaveProperty('value')
  })

  it.each(['image', 'file', 'submit', 'text" onfocus="x', ''])(
    'inputAttributes replaces the type %j with `text`',
    (type) => {
      expect(inputAttributes('pin', { type })['type']).toBe('text')
    },
  )

  it.each([
    ['email', {}, 'email', 'email'],
    ['password', {}, 'password', 'current-password'],
    ['secret', { type: 'PASSWORD' }, 'password', 'current-password'],
    ['mail', { type: 'email' }, 'email', 'email'],
    ['username', {}, 'text', 'username'],
    ['email', { type: 'text' }, 'text', 'email'],
    ['otp', {}, 'text', 'one-time-code'],
    ['phone', {}, 'text', 'tel'],
    ['contact', { type: 'tel' }, 'tel', 'tel'],
  ])(
    'for the field `%s` with the options %j, the type is %s and autocomplete is %s',
    (name, field, type, autocomplete) => {
      expect(inputAttributes(name, field)).toMatchObject({ type, autocomplete })
    },
  )

  it('attributes of the field replace the defaults', () => {
    expect(inputAttributes('email', { autocomplete: 'username webauthn' })).toMatchObject({
      autocomplete: 'username webauthn',
    })
  })

  it('inputAttributes returns allowed attribute names only, for any field', () => {
    const attribute = fc.oneof(
      fc.string(),
      fc.string().map((text) => `on${text}`),
    )
    fc.assert(
      fc.property(fc.dictionary(attribute, fc.oneof(fc.string(), fc.boolean())), (field) => {
        for (const name of Object.keys(inputAttributes('pin', field))) expect(name).toMatch(/^(?!on)[a-z]+$/)
      }),
      runs,
    )
  })
})

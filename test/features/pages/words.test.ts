import { describe, expect, it } from 'vitest'
import { en } from '../../../src/languages.js'
import { html } from '../../../src/runtime/core/http/html.js'
import { filled, filledText, wordsOf } from '../../../src/runtime/features/pages/words.js'

describe('wordsOf', () => {
  it('wordsOf() returns the English sentence without a language', () => {
    expect(wordsOf()).toEqual({ tag: 'en', dir: 'ltr', texts: en.texts })
  })

  it('wordsOf() returns the English sentence if a language of the application lacks it', () => {
    const { texts, dir } = wordsOf({ language: { tag: 'ar', dir: 'rtl', texts: { 'signIn.title': 'دخول' } } })
    expect(texts['signIn.title']).toBe('دخول')
    expect(texts['signOut.title']).toBe('Sign out?')
    expect(dir).toBe('rtl')
  })
})

describe('filled', () => {
  it('filled() escapes the text and its values', () => {
    const text = 'To <b>{site}</b> & {other}'
    expect(filled(text, { site: '<i>' }).toString()).toBe('To &lt;b&gt;&lt;i&gt;&lt;/b&gt; &amp; {other}')
    expect(filled('{site}', { site: html`<b>x</b>` }).toString()).toBe('<b>x</b>')
  })

  it('filled() does not replace a placeholder inside an inserted value', () => {
    expect(filledText('{a} {b}', { a: '{b}', b: 'x' })).toBe('{b} x')
    expect(filled('{a}', { a: '{b}', b: 'x' }).toString()).toBe('{b}')
  })

  it('filledText() and filled() keep placeholders such as {constructor} that have no value', () => {
    expect(filledText('{constructor}', {})).toBe('{constructor}')
    expect(filled('{toString}', {}).toString()).toBe('{toString}')
  })
})

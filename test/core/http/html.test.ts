import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { html } from '../../../src/runtime/core/http/html.js'
import { runs } from '../../support/fuzz.js'

describe('html', () => {
  it('html escapes text and attribute values', () => {
    const value = `<script>"'&`
    expect(html`<p title="${value}">${value}</p>`.toString()).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
    )
  })

  it('html leaves the markup of a nested template unchanged', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}</p>`.toString()).toBe('<p><b>&lt;</b></p>')
  })

  it('html renders nothing for undefined, null and false, and renders zero', () => {
    expect(html`[${undefined}${null}${false}${0}]`.toString()).toBe('[0]')
  })

  it('html joins the items of an array, each escaped', () => {
    expect(html`${['<', html`<i>`, ['>']]}`.toString()).toBe('&lt;<i>&gt;')
  })

  it('html escapes objects that imitate trusted markup', () => {
    const forged = Object.assign(Object.create(null), { toString: () => '<script>' })
    expect(() => html`${forged}`.toString()).toThrow(TypeError)
    expect(html`${String(html`<b>`)}`.toString()).toBe('&lt;b&gt;')
  })

  it('html refuses an attribute without quotation marks', () => {
    expect(() => html`<a href=${'/'}>`).toThrow('put quotation marks around the value after "<a href="')
  })

  it('html lets no value add a tag, end an attribute or start a character reference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = html`${text}`.toString()
        expect(escaped).not.toMatch(/[<>"']/)
        expect(escaped).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
      }),
      runs,
    )
  })
})

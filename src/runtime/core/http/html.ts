/**
 * A value in a template. Strings are escaped, markup is not. `false`, `null` and `undefined` render nothing.
 */
type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

const characterReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const unquotedAttribute = /\s[\w:-]+=$/

class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

// Only the type is exported, so markup can only come from a template in the source code.
export type { Html }

/**
 * Creates markup from a template. Every value is escaped for element content and quoted attributes, except
 * markup from another template.
 *
 * Insert only validated colours into style sheets, because escaping has no effect inside a `<style>` element.
 *
 * @throws TypeError if a value follows the `=` of an attribute without a quotation mark, because escaping
 * does not help there. Other places where escaping does not help, for example after the first letter of an
 * unquoted attribute, are not detected.
 * @example
 * ```ts
 * import { html } from './html.js'
 *
 * const name = '<Ada>'
 * html`<p title="${name}">${name}</p>`.toString() // <p title="&lt;Ada&gt;">&lt;Ada&gt;</p>
 * ```
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = strings[0] ?? ''
  values.forEach((value, index) => {
    if (unquotedAttribute.test(strings[index] ?? '')) {
      throw new TypeError(`html: put quotation marks around the value after "${strings[index]?.trim()}".`)
    }
    markup += render(value) + (strings[index + 1] ?? '')
  })
  return new Html(markup)
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.toString()
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"']/g, (character) => characterReferences[character] ?? '')
}

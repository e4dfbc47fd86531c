/** HTML in which all interpolated values are escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Interpolated = Html | string | number | undefined | readonly Html[]

/** Escapes the values of a template, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolated[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part))
}

function render(value: Interpolated): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Longer headers, in characters, and headers with more cookies than this count as nothing. */
const maxLength = 65_536
const maxCookies = 1_000

/** The cookies of a request. */
export interface RequestCookies {
  /** The value of the only cookie of exactly this name; `undefined` when there are two, or it cannot be decoded. */
  get(name: string): string | undefined
  /** Whether there is a cookie of this name, readable or not. */
  has(name: string): boolean
  /** The names of all cookies, readable or not. */
  names(): Iterable<string>
}

/**
 * Reads a `Cookie` header. A name that occurs twice has no value, because nothing says which of the two
 * is ours: another host of the same domain can add a cookie, and chooses which comes first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-4.2
 */
export function readCookies(header: string | null): RequestCookies {
  return new ParsedCookies(parse(header ?? ''))
}

class ParsedCookies implements RequestCookies {
  readonly #values: ReadonlyMap<string, string | undefined>

  constructor(values: ReadonlyMap<string, string | undefined>) {
    this.#values = values
  }

  get(name: string): string | undefined {
    const value = this.#values.get(name)
    return value === undefined ? undefined : decode(value)
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  names(): Iterable<string> {
    return this.#values.keys()
  }
}

/** Values as they were sent, by name; `undefined` for a name that occurs twice. */
function parse(header: string): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>()
  if (header.length > maxLength) return values
  const pairs = header.split(';')
  if (pairs.length > maxCookies) return values
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    if (name === '') continue
    values.set(name, values.has(name) ? undefined : pair.slice(equals + 1).trim())
  }
  return values
}

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

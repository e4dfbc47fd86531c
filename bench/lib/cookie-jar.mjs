/** A minimal cookie jar for the benchmarks. */
export class CookieJar {
  /** @type {Map<string, string>} */
  #cookies = new Map()

  /** @param {Headers} headers of a response */
  take(headers) {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const equals = pair.indexOf('=')
      const value = pair.slice(equals + 1)
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(pair.slice(0, equals))
      else this.#cookies.set(pair.slice(0, equals), value)
    }
    return this
  }

  copy() {
    const copy = new CookieJar()
    copy.#cookies = new Map(this.#cookies)
    return copy
  }

  get header() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

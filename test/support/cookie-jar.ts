import { Cookie, CookieJar as Jar } from 'tough-cookie'

/**
 * The cookies of one browser for one application, on all its paths. `tough-cookie` applies RFC 6265: expiry, `Secure`, `Domain` and the
 * name prefixes. A cookie that a browser would reject, or that a script could read, is an error here.
 */
export class CookieJar {
  #jar: Jar
  #origin: string

  constructor(jar = new Jar(undefined, { prefixSecurity: 'strict' }), origin = 'https://example.com') {
    this.#jar = jar
    this.#origin = origin
  }

  /** Stores every `Set-Cookie` of a response. Throws on one that a browser would reject. */
  take(response: Pick<Response, 'headers'>, origin: string): void {
    this.#origin = origin
    for (const line of response.headers.getSetCookie()) {
      const cookie = Cookie.parse(line)
      if (cookie === undefined) throw new Error(`Not a cookie: ${line.slice(0, 60)}`)
      if (line.length > 4096) throw new Error(`A cookie of ${line.length} bytes: ${line.slice(0, 60)}`)
      if (!cookie.httpOnly) throw new Error(`A script could read ${cookie.key}`)
      // For loopback, tough-cookie allows `Secure` over HTTP; not every browser does.
      if (cookie.secure && origin.startsWith('http:'))
        throw new Error(`A Secure cookie over HTTP: ${cookie.key}`)
      this.#jar.setCookieSync(cookie, origin)
    }
  }

  #cookies(): Cookie[] {
    return this.#jar.getCookiesSync(this.#origin, { allPaths: true })
  }

  get header(): string {
    return this.#cookies()
      .map((cookie) => cookie.cookieString())
      .join('; ')
  }

  get names(): string[] {
    return this.#cookies()
      .map(({ key }) => key)
      .sort()
  }

  get(name: string): string | undefined {
    return this.#cookies().find(({ key }) => key === name)?.value
  }

  /** Stores a cookie, like an attacker who can write cookies into the browser. */
  put(name: string, value: string): void {
    const secure = this.#origin.startsWith('https:')
    this.#jar.setCookieSync(new Cookie({ key: name, value, path: '/', secure }), this.#origin)
  }

  clone(): CookieJar {
    const jar = this.#jar.cloneSync()
    if (jar === undefined) throw new Error('The store of the cookies cannot be copied.')
    return new CookieJar(jar, this.#origin)
  }
}

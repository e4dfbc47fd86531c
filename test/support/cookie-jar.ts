/** The cookies of one browser, kept by the rules that matter here: expiry, `Secure`, and the name prefixes. */
export class CookieJar {
  readonly #cookies = new Map<string, { value: string; expires: number }>()

  /** Takes every `Set-Cookie` of a response. Throws on one that a browser would refuse. */
  take(response: Pick<Response, 'headers'>, origin: string): void {
    for (const line of response.headers.getSetCookie()) this.#set(line, origin)
  }

  #set(line: string, origin: string): void {
    if (line.length > 4096) throw new Error(`A cookie of ${line.length} bytes: ${line.slice(0, 60)}`)
    const [pair = '', ...parts] = line.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const attributes = new Map(
      parts.map((part) => {
        const [key = '', ...rest] = part.split('=')
        return [key.toLowerCase(), rest.join('=')]
      }),
    )
    const secure = attributes.has('secure')
    if (secure && origin.startsWith('http:')) throw new Error(`A Secure cookie over HTTP: ${name}`)
    const isHostOnly = secure && attributes.get('path') === '/' && !attributes.has('domain')
    if (name.startsWith('__Host-') && !isHostOnly) throw new Error(`Not a __Host- cookie: ${line}`)
    if (!attributes.has('httponly')) throw new Error(`A script could read ${name}`)
    const maxAge = attributes.get('max-age')
    const expires = attributes.get('expires')
    const until =
      maxAge !== undefined
        ? Date.now() + Number(maxAge) * 1000
        : expires === undefined
          ? Number.POSITIVE_INFINITY
          : Date.parse(expires)
    if (until <= Date.now()) this.#cookies.delete(name)
    else this.#cookies.set(name, { value, expires: until })
  }

  get header(): string {
    return [...this.#cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  get names(): string[] {
    return [...this.#cookies.keys()].sort()
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  put(name: string, value: string): void {
    this.#cookies.set(name, { value, expires: Number.POSITIVE_INFINITY })
  }

  clone(): CookieJar {
    const copy = new CookieJar()
    for (const [name, { value }] of this.#cookies) copy.put(name, value)
    return copy
  }
}

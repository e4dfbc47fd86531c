import { inspect } from 'node:util'
import { parseSetCookie } from 'cookie'
import { expect } from 'vitest'
import { SECRET } from './app.js'
import type { IdentityProvider } from './identity-provider.js'
import { inTime } from './in-time.js'
import type { RecordedAdapter } from './recorded-adapter.js'

/** What postconditions are checked of. */
export interface Watched {
  readonly app: {
    handle(request: Request): Promise<Response>
    /** Everything that the log was told. */
    readonly logged: readonly unknown[]
  }
  readonly idp: IdentityProvider
  readonly adapter: RecordedAdapter
  readonly origin: string
  /** Where people are sent to sign in, and where else the application lets them go. */
  readonly providerOrigins: readonly string[]
  /** Texts that nobody may be shown, besides those that the watched requests bring to light. */
  readonly secrets?: readonly string[]
  /** Whether the application itself fails, in a callback or its configuration, so that 500 is the truth. */
  readonly failsItself?: boolean
}

/**
 * What must hold after every request and every test, whatever was done: G1 to G8 of the security cases.
 * A rejection that nobody handles fails the whole run by itself.
 */
export class Postconditions {
  readonly #watched: Watched
  readonly #prototype = Object.getOwnPropertyNames(Object.prototype)
  readonly #secrets = new Set<string>()

  constructor(watched: Watched) {
    this.#watched = watched
    for (const secret of [SECRET, ...(watched.secrets ?? [])]) this.#secrets.add(secret)
  }

  async handle(request: Request): Promise<Response> {
    const { app, failsItself = false } = this.#watched
    this.#learnFromRequest(request)
    const response = await inTime(app.handle(request))
    if (!failsItself) expect(response.status, 'G2').not.toBe(500)
    for (const line of response.headers.getSetCookie()) this.#checkCookie(line)
    const type = response.headers.get('content-type')
    if (type !== null) expect(type, 'G2').toMatch(/^(?:application\/json|text\/html; charset=utf-8)$/)
    this.#checkSecrecy(await response.clone().text())
    this.#checkLocation(response.headers.get('location'))
    expect(response.headers.get('cache-control'), 'G8').toContain('no-store')
    return response
  }

  /** What is left behind in the end. The configuration is frozen, so whatever changes it throws. */
  checkRemains(): void {
    const { app, adapter } = this.#watched
    this.#checkSecrecy(inspect(app.logged, { depth: 12, maxStringLength: null, maxArrayLength: null }))
    adapter.check()
    expect(Object.getOwnPropertyNames(Object.prototype), 'G7').toEqual(this.#prototype)
  }

  #learnFromRequest({ url }: Request): void {
    for (const code of new URL(url).searchParams.getAll('code')) {
      // What a hostile request calls a code may be a word that every page holds.
      if (/^[0-9a-f-]{36}$/.test(code)) this.#secrets.add(code)
    }
  }

  #checkCookie(line: string): void {
    expect(line.length, 'G3').toBeLessThanOrEqual(4096)
    const { name, value = '', ...attributes } = parseSetCookie(line)
    const secure = this.#watched.origin.startsWith('https:')
    expect(name, 'G3').toMatch(secure ? /^__Host-[\w.-]+$/ : /^[\w.-]+$/)
    expect(attributes, 'G3').toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      ...(secure && { secure: true }),
    })
    expect(attributes, 'G3').not.toHaveProperty('domain')
    // The token itself is what pages show; its other half is what makes it the browser's.
    const secret = name.includes('csrf-token') ? value.split('|')[1] : value
    if (secret) this.#secrets.add(secret)
  }

  #checkLocation(location: string | null): void {
    if (location === null) return
    const { origin, providerOrigins } = this.#watched
    this.#checkSecrecy(location)
    expect(location, 'G5').toMatch(/^[!-~]+$/)
    expect([origin, ...providerOrigins], 'G5').toContain(new URL(location).origin)
  }

  #checkSecrecy(text: string): void {
    const { idp } = this.#watched
    const verifiers = idp.received.flatMap(({ init }) =>
      new URLSearchParams(String(init.body)).getAll('code_verifier'),
    )
    for (const secret of [...this.#secrets, idp.client.secret, ...idp.issued, ...verifiers]) {
      if (!secret) continue
      const shows = text.includes(secret) || text.includes(encodeURIComponent(secret))
      expect(shows, `G4: a secret shows: ${text.slice(0, 200)}`).toBe(false)
    }
  }
}

import { inspect } from 'node:util'
import { parseSetCookie } from 'cookie'
import { expect } from 'vitest'
import { SECRET } from './app.js'
import type { IdentityProvider } from './identity-provider.js'
import { inTime } from './in-time.js'
import { must } from './must.js'
import type { RecordedAdapter } from './recorded-adapter.js'
import { Secrets } from './secrets.js'

const TYPES = new Set(['application/json', 'text/html; charset=utf-8'])

/** The application whose postconditions are checked. */
export interface Watched {
  readonly app: {
    handle(request: Request): Promise<Response>
    /** All log messages, except the warnings, which are separate. */
    readonly logged: readonly unknown[]
    readonly warned?: readonly unknown[]
  }
  readonly idp?: IdentityProvider
  readonly adapter?: RecordedAdapter
  readonly origin: string
  /** The origins of providers, and other origins to which the application may redirect users. */
  readonly providerOrigins: readonly string[]
  /** Strings that must not be shown, besides those that the watched requests reveal. */
  readonly secrets?: readonly string[]
  /** Whether the application itself fails, in a callback or its configuration, so that 500 is right. */
  readonly failsItself?: boolean
}

/**
 * Conditions after every request and every test: G1 to G8 of the security cases.
 * Unhandled rejections are not checked, because Vitest fails for them.
 */
export class Postconditions {
  readonly #watched: Watched
  readonly #prototype = Object.getOwnPropertyNames(Object.prototype)
  readonly #secrets = new Secrets()
  /** How many of the provider's received and issued values were already added to the secrets. */
  #learnt = { received: 0, issued: 0 }

  constructor(watched: Watched) {
    this.#watched = watched
    this.#secrets.add(SECRET, ...(watched.secrets ?? []))
  }

  async handle(request: Request): Promise<Response> {
    const { app, failsItself = false } = this.#watched
    this.#learnFromRequest(request)
    const response = await inTime(() => app.handle(request))
    must(failsItself || response.status !== 500, 'G2: the status is 500')
    for (const line of response.headers.getSetCookie()) this.#checkCookie(line)
    const type = response.headers.get('content-type')
    must(type === null || TYPES.has(type), `G2: the type is ${type}`)
    const text = response.body === null ? null : await response.text()
    this.#checkSecrecy(text ?? '')
    this.#checkLocation(response.headers.get('location'))
    must(response.headers.get('cache-control')?.includes('no-store'), 'G8: the answer may be stored')
    // The body was read above, so the test gets a new response. Cloning the response first would take as long as
    // creating it.
    return new Response(text, response)
  }

  /** Checks the state that remains at the end. The configuration is frozen, so changing it throws. */
  checkRemains(): void {
    const { app, adapter } = this.#watched
    const { logged, warned } = app
    this.#checkSecrecy(inspect([logged, warned], { depth: 12, maxStringLength: null, maxArrayLength: null }))
    adapter?.check()
    expect(Object.getOwnPropertyNames(Object.prototype), 'G7').toEqual(this.#prototype)
  }

  #learnFromRequest({ url }: Request): void {
    for (const code of new URL(url).searchParams.getAll('code')) {
      // The code of a hostile request may be a word that occurs on every page.
      if (/^[0-9a-f-]{36}$/.test(code)) this.#secrets.add(code)
    }
  }

  #learnFromProvider(): void {
    const { idp } = this.#watched
    if (!idp) return
    const { client, received, issued } = idp
    this.#secrets.add(client.secret, ...issued.slice(this.#learnt.issued))
    for (const { init } of received.slice(this.#learnt.received)) {
      this.#secrets.add(...new URLSearchParams(String(init.body)).getAll('code_verifier'))
    }
    this.#learnt = { received: received.length, issued: issued.length }
  }

  #checkCookie(line: string): void {
    must(line.length <= 4096, `G3: a cookie has ${line.length} bytes`)
    const { name, value = '', ...attributes } = parseSetCookie(line)
    const { path, httpOnly, sameSite, secure, domain } = attributes
    const isSecure = this.#watched.origin.startsWith('https:')
    must((isSecure ? /^__Host-[\w.-]+$/ : /^[\w.-]+$/).test(name), `G3: a cookie is called ${name}`)
    const isStrict = path === '/' && httpOnly && sameSite === 'lax' && (secure || !isSecure)
    must(isStrict && domain === undefined, `G3: the cookie ${name} is for ${JSON.stringify(attributes)}`)
    // Pages contain the token itself; the cookie also contains its MAC.
    this.#secrets.add(name.includes('csrf-token') ? value.split('|')[1] : value)
  }

  #checkLocation(location: string | null): void {
    if (location === null) return
    const { origin, providerOrigins } = this.#watched
    const leadsTo = /^[!-~]+$/.test(location) ? new URL(location).origin : undefined
    // The ID token is sent back to the provider that issued it.
    const isAtProvider = leadsTo !== undefined && leadsTo !== origin
    this.#checkSecrecy(isAtProvider ? location.replace(/([?&]id_token_hint=)[^&]*/, '$1') : location)
    must(leadsTo === origin || providerOrigins.includes(leadsTo ?? ''), `G5: it leads to ${location}`)
  }

  #checkSecrecy(text: string): void {
    this.#learnFromProvider()
    must(!this.#secrets.isShownBy(text), `G4: a secret shows: ${text.slice(0, 200)}`)
  }
}

import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { App } from '../../support/app.js'
import { SECRET } from '../../support/app.js'
import type { IdentityProvider } from '../../support/identity-provider.js'
import type { RecordedAdapter } from './recorded-adapter.js'

/** What postconditions are checked of. */
export interface Watched {
  readonly app: App
  readonly idp: IdentityProvider
  readonly adapter: RecordedAdapter
  readonly origin: string
  /** Where people are sent to sign in. */
  readonly providerOrigins: readonly string[]
}

/** What must hold after every request and every test, whatever was done: G1 to G8 of the security cases. */
export class Postconditions {
  readonly #watched: Watched
  readonly #prototype = Object.getOwnPropertyNames(Object.prototype)

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /** G1: the promise resolves. A request that hangs exceeds the time of its test. */
  async handle(request: Request): Promise<Response> {
    const response = await this.#watched.app.handle(request)
    expect(response.status, 'G2').not.toBe(500)
    for (const line of response.headers.getSetCookie()) this.#checkCookie(line)
    this.#checkSecrecy(await response.clone().text())
    this.#checkLocation(response.headers.get('location'))
    expect(response.headers.get('cache-control'), 'G8').toContain('no-store')
    return response
  }

  /** What is left behind in the end. The configuration is frozen, so whatever changes it throws. */
  checkRemains(): void {
    const { app, adapter } = this.#watched
    this.#checkSecrecy(inspect(app.logged, { depth: 12, maxStringLength: null }))
    adapter.check()
    expect(Object.getOwnPropertyNames(Object.prototype), 'G7').toEqual(this.#prototype)
  }

  #checkCookie(line: string): void {
    expect(line.length, 'G3').toBeLessThanOrEqual(4096)
    const [name = '', ...attributes] = line.split('; ')
    expect(name, 'G3').toMatch(this.#watched.origin.startsWith('https:') ? /^__Host-[\w.-]+=/ : /^[\w.-]+=/)
    expect(attributes, 'G3').toContain('Path=/')
    expect(attributes, 'G3').toContain('HttpOnly')
    expect(attributes.join(), 'G3').toMatch(/SameSite=(Lax|None)/i)
    expect(attributes.join(), 'G3').not.toMatch(/Domain=/i)
  }

  #checkLocation(location: string | null): void {
    if (location === null) return
    const { origin, providerOrigins } = this.#watched
    this.#checkSecrecy(location)
    expect([origin, ...providerOrigins], 'G5').toContain(new URL(location).origin)
  }

  #checkSecrecy(text: string): void {
    const { idp } = this.#watched
    const verifiers = idp.received.flatMap(({ init }) =>
      new URLSearchParams(String(init.body)).getAll('code_verifier'),
    )
    for (const secret of [SECRET, idp.client.secret, ...idp.issued, ...verifiers]) {
      if (secret) expect(text.includes(secret), `G4: a secret shows: ${text.slice(0, 200)}`).toBe(false)
    }
  }
}

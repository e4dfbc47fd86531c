// `@simplewebauthn/server` is loaded here, because its loading time must not be part of a response time.
import { acme } from './providers.js'
import '@simplewebauthn/server'
import type { WebAuthnProvider } from '../../src/providers/kinds/webauthn.js'
import { passkey } from '../../src/providers/passkey.js'
import { Authenticator, type Deviation, type SoftwareKey } from './authenticator.js'
import type { Browser } from './browser.js'
import { frozen } from './frozen.js'
import { ORIGIN, type World, type WorldOptions, worlds } from './world.js'

/** An application with passkeys, and a user with an authenticator. */
export interface PasskeyWorld extends World {
  readonly authenticator: Authenticator
  /** The site's response to a request for options. */
  ask(fields: Record<string, string>, browser?: Browser, id?: string): Promise<Response>
  options(fields: Record<string, string>, browser?: Browser, id?: string): Promise<any>
  /** Sends a response of an authenticator. */
  answer(action: string, data: unknown, browser?: Browser, id?: string): Promise<Response>
  /** Makes a passkey for a new account, or for the signed-in user. */
  register(email?: string, browser?: Browser, deviation?: Deviation): Promise<Response>
  /** Signs in with a passkey. Default: the latest passkey. */
  use(browser?: Browser, deviation?: Deviation, key?: SoftwareKey): Promise<Response>
}

export interface PasskeyWorldOptions extends WorldOptions {
  /** Default: `passkey()`. */
  readonly key?: WebAuthnProvider
  readonly counts?: boolean
}

export function passkeyWorlds(): (options?: PasskeyWorldOptions) => Promise<PasskeyWorld> {
  const start = worlds()
  return async ({ key: provider = passkey(), counts = true, ...options } = {}) => {
    const world = await start({
      providers: frozen([acme(), provider]),
      ...options,
      options: {
        ...(provider.experimental && { experimental: { enableWebAuthn: true } }),
        ...options.options,
      },
    })
    const { browser } = world
    const authenticator = new Authenticator(world.origin, counts)
    const made: PasskeyWorld = {
      ...world,
      authenticator,
      ask: (fields, at = browser, id = provider.id) =>
        at.send(`/auth/webauthn-options/${id}?${new URLSearchParams(fields)}`),
      options: async (fields, at = browser, id = provider.id) => {
        const response = await made.ask(fields, at, id)
        const body = await response.json()
        if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`)
        return body.options
      },
      answer: (action, data, at = browser, id = provider.id) =>
        at.post(`/auth/callback/${id}`, {
          action,
          data: typeof data === 'string' ? data : JSON.stringify(data),
          callbackUrl: '/inside',
        }),
      register: async (email = 'ada@example.com', at = browser, deviation = {}) => {
        const options = await made.options({ action: 'register', email }, at)
        return made.answer('register', await authenticator.create(options, deviation), at)
      },
      use: async (at = browser, deviation = {}, key = authenticator.keys.at(-1)) => {
        const options = await made.options({ action: 'authenticate' }, at)
        return made.answer('authenticate', await authenticator.get(options, deviation, key), at)
      },
    }
    return made
  }
}

export { ORIGIN }

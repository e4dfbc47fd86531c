/** What the application's own functions throw is logged, and may repeat what they were given: G4 of the security cases. */
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { OAuthProvider } from '../../../src/providers/kinds/oauth.js'
import { PASSWORD, type WorldOptions, worlds } from '../../support/world.js'

// After each test the log is searched for passwords, for the tokens that the provider gave out and for cookies.
const start = worlds()

/** An error as a driver or a client makes it: it says what it was given, in its message and beside it. */
const repeating = (...given: readonly unknown[]): Error =>
  Object.assign(new Error(`bad input: ${JSON.stringify(given)}`, { cause: new Error(String(given)) }), {
    given,
  })

const failing: WorldOptions = { strategy: 'jwt', failsItself: true }

const expectLogged = (logged: readonly unknown[]): void => {
  const log = inspect(logged, { depth: 12 })
  expect(log).toContain('bad input')
  expect(log).toContain('[redacted]')
}

describe('with a password', () => {
  test('authorize', async () => {
    const authorize = (input: unknown): never => {
      throw repeating(input)
    }
    const world = await start({ ...failing, password: { authorize } })
    await world.enter()
    expectLogged(world.logged)
  })

  test('authorize, for a field that is hidden under any name', async () => {
    const password = {
      input: { email: {}, word: { type: 'password' } },
      authorize: (input: unknown): never => {
        throw repeating(input)
      },
    }
    const world = await start({ ...failing, password })
    await world.enter(world.browser, { word: PASSWORD })
    expectLogged(world.logged)
  })

  test('callbacks.signIn', async () => {
    const signIn = ({ credentials }: { credentials?: unknown }): never => {
      throw repeating(credentials)
    }
    const world = await start({ ...failing, callbacks: { signIn } })
    await world.enter()
    expectLogged(world.logged)
  })
})

describe('with the tokens of a provider', () => {
  test('profile', async () => {
    const profile = (_: unknown, tokens: unknown): never => {
      throw repeating(tokens)
    }
    const world = await start({ ...failing, provider: { profile } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('userinfo.request', async () => {
    const request = ({ tokens }: { tokens: unknown }): never => {
      throw repeating(tokens)
    }
    const world = await start({ ...failing, provider: { idToken: false, userinfo: { request } } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('userinfo.request, which also gets the secrets of the client', async () => {
    const privateKey = `-----BEGIN PRIVATE KEY-----\n${'k3y+'.repeat(16)}\n-----END PRIVATE KEY-----`
    const request = ({ provider }: { provider: OAuthProvider }): never => {
      const { clientSecret, clientSecretKey } = provider
      const [, line] = privateKey.split('\n')
      throw repeating(clientSecret, clientSecretKey, `the key ${line} is unknown`)
    }
    const clientSecretKey = { teamId: 'team', keyId: 'key-1', privateKey, sign: async () => 'signed' }
    const provider = { idToken: false, userinfo: { request }, clientSecretKey }
    const world = await start({ ...failing, provider })
    await world.signIn()
    expectLogged(world.logged)
    const log = inspect(world.logged, { depth: 12 })
    expect(log).toContain('key-1')
    for (const secret of ['s-e_c.r*et', 'k3y+k3y+']) expect(log).not.toContain(secret)
  })

  test('token.request, which gets the key of the client secret', async () => {
    const request = ({ provider }: { provider: OAuthProvider }): never => {
      throw repeating(provider.clientSecretKey)
    }
    const clientSecretKey = { teamId: 'team', keyId: 'key-1', privateKey: 'an unusual p8 file' }
    const world = await start({ ...failing, provider: { token: { request }, clientSecretKey } as never })
    await world.signIn()
    expectLogged(world.logged)
    expect(inspect(world.logged, { depth: 12 })).not.toContain('an unusual p8 file')
  })

  test('callbacks.signIn', async () => {
    const signIn = ({ account }: { account: unknown }): never => {
      throw repeating(account)
    }
    const world = await start({ ...failing, callbacks: { signIn } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('callbacks.jwt, at sign-in', async () => {
    const jwt = (context: object): never => {
      throw repeating('account' in context && context.account)
    }
    const world = await start({ ...failing, callbacks: { jwt } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('callbacks.jwt and callbacks.session, later', async () => {
    for (const broken of ['jwt', 'session'] as const) {
      let fails = false
      const jwt = (context: { token: Record<string, unknown>; account?: { access_token?: unknown } }) => {
        if (fails && broken === 'jwt') throw repeating(context.token)
        return context.account
          ? { ...context.token, accessToken: context.account.access_token }
          : context.token
      }
      const session = (context: { session: Record<string, unknown>; token?: unknown }) => {
        if (fails && broken === 'session') throw repeating(context.token)
        return context.session
      }
      const world = await start({ ...failing, callbacks: { jwt, session } as never })
      await world.signIn()
      fails = true
      expect((await world.browser.send('/auth/session')).status).toBe(500)
      expectLogged(world.logged)
    }
  })

  test('a listener of an event', async () => {
    const signIn = (message: unknown): never => {
      throw repeating(message)
    }
    const world = await start({ strategy: 'jwt', events: { signIn } })
    await world.signIn()
    expectLogged(world.logged)
  })
})

test('an error that repeats nothing is logged as it was thrown', async () => {
  const thrown = new TypeError('the mail server is full')
  const authorize = (): never => {
    throw thrown
  }
  const world = await start({ ...failing, password: { authorize } })
  await world.enter()
  expect(world.errors).toMatchObject([{ cause: { err: thrown } }])
})

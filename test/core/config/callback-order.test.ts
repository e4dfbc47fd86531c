import { beforeEach, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { JwtContext } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/** The calls of the application, in order: callbacks, adapter methods and events, with the names of their parameters. */
let told: string[]
let idp: IdentityProvider
beforeEach(async () => {
  told = []
  idp = await IdentityProvider.start()
})

const tell = (what: string, parameters: object = {}): void => {
  const names = Object.keys(parameters).sort().join(' ')
  told.push(names ? `${what}: ${names}` : what)
}

const watched = (adapter: Adapter): Adapter =>
  new Proxy(adapter, {
    get: (target, name: keyof Adapter) => {
      const method = target[name] as ((...args: unknown[]) => unknown) | undefined
      if (!method) return method
      return (...args: unknown[]) => {
        tell(`adapter.${name}`)
        return method.apply(target, args)
      }
    },
  })

const start = (
  strategy: 'jwt' | 'database',
  adapter?: Adapter,
  providers: Provider[] = [acme()],
): Browser => {
  const { handle } = app({
    providers,
    fetch: idp.fetch,
    session: { strategy },
    ...(adapter && { adapter: watched(adapter) }),
    callbacks: {
      signIn: (context) => {
        tell('callbacks.signIn', context)
        return true
      },
      ...(strategy === 'jwt' && {
        jwt: (context: JwtContext) => {
          tell(`callbacks.jwt ${context.trigger}`, context)
          return context.token
        },
      }),
      session: (context) => {
        tell('callbacks.session', context)
        return context.session
      },
    },
    events: {
      signIn: (message) => tell('events.signIn', message),
      signOut: (message) => tell('events.signOut', message),
      createUser: (message) => tell('events.createUser', message),
      linkAccount: (message) => tell('events.linkAccount', message),
      session: (message) => tell('events.session', message),
    },
  })
  return new Browser(handle)
}

const signIn = async (browser: Browser, id = 'acme', fields = {}, target = '/'): Promise<void> => {
  const begun = await browser.post(`/auth/signin/${id}`, { callbackUrl: '/', ...fields })
  const callback = idp.authorize(locationOf(begun))
  told = []
  const done = await browser.send(callback.pathname + callback.search)
  expect(locationOf(done).pathname).toBe(target)
}

/** An adapter with `inTransaction`. */
const withTransactions = (): Adapter => {
  const rows = memory()
  return { ...rows, inTransaction: async (work) => work(rows) }
}

test('order of calls: a first sign-in with a database', async () => {
  await signIn(start('database', memory()))
  expect(told).toEqual([
    'adapter.getUserByAccount',
    'adapter.getUserByEmail',
    'callbacks.signIn: account intent profile provider user verifiedEmail',
    'adapter.createVerificationToken',
    'adapter.createUser',
    'adapter.linkAccount',
    'adapter.useVerificationToken',
    'events.createUser: user',
    'events.linkAccount: account profile provider user',
    'adapter.listSessionsByUserId',
    'adapter.createSession',
    'adapter.getUserByAccount',
    'events.signIn: account isNewUser profile provider user',
  ])
})

test('order of calls: a first sign-in with a database and session tokens', async () => {
  await signIn(start('jwt', memory()))
  expect(told.slice(-3)).toEqual([
    'callbacks.jwt signUp: account isNewUser profile provider token trigger user',
    'adapter.getUserByAccount',
    'events.signIn: account isNewUser profile provider user',
  ])
})

test('order of calls: a sign-in with a known account', async () => {
  const adapter = memory()
  await signIn(start('database', adapter))
  await signIn(start('database', adapter))
  expect(told).toEqual([
    'adapter.getUserByAccount',
    'callbacks.signIn: account intent profile provider user verifiedEmail',
    'adapter.updateAccount',
    'adapter.listSessionsByUserId',
    'adapter.createSession',
    'adapter.getUserByAccount',
    'events.signIn: account isNewUser profile provider user',
  ])
})

test('order of calls: linking a second account to the signed-in user', async () => {
  const browser = start('database', memory(), [acme(), acme({ id: 'second' })])
  await signIn(browser)
  await signIn(browser, 'second', { link: 'true' })
  expect(told).toEqual([
    'adapter.getSessionAndUser',
    'adapter.getUserByAccount',
    'callbacks.signIn: account intent profile provider user verifiedEmail',
    'adapter.linkAccount',
    'adapter.getUserByEmail',
    'events.linkAccount: account profile provider user',
    'adapter.getSessionAndUser',
    'adapter.listSessionsByUserId',
    'adapter.createSession',
    // Reads the session again, because a session that was revoked during the linking is not replaced.
    'adapter.getSessionAndUser',
    'adapter.deleteSession',
    'adapter.getUserByAccount',
    'events.signIn: account isNewUser profile provider user',
  ])
})

test('order of calls: linking a second account to the signed-in user, with transactions', async () => {
  const browser = start('database', withTransactions(), [acme(), acme({ id: 'second' })])
  await signIn(browser)
  await signIn(browser, 'second', { link: 'true' })
  expect(told.slice(0, 5)).toEqual([
    'adapter.getSessionAndUser',
    'adapter.getUserByAccount',
    'callbacks.signIn: account intent profile provider user verifiedEmail',
    'adapter.linkAccount',
    'events.linkAccount: account profile provider user',
  ])
})

test('order of calls: a first sign-in with the e-mail address of another user', async () => {
  const adapter = memory()
  await signIn(start('database', adapter))
  await signIn(start('database', adapter, [acme({ id: 'second' })]), 'second', {}, '/auth/signin')
  expect(told).toEqual([
    'adapter.getUserByAccount',
    'adapter.getUserByEmail',
    // Another sign-in may have stored this user for the account.
    'adapter.getUserByAccount',
    // Another sign-in may have been interrupted after it stored this user.
    'adapter.useVerificationToken',
    // Another sign-in may have finished since.
    'adapter.getUserByAccount',
  ])
})

test('order of calls: a first sign-in with the e-mail address of another user, with transactions', async () => {
  const adapter = withTransactions()
  await signIn(start('database', adapter))
  await signIn(start('database', adapter, [acme({ id: 'second' })]), 'second', {}, '/auth/signin')
  expect(told).toEqual([
    'adapter.getUserByAccount',
    'adapter.getUserByEmail',
    // Another sign-in may have stored this user together with the account.
    'adapter.getUserByAccount',
  ])
})

test('order of calls: a sign-in without a database', async () => {
  await signIn(start('jwt'))
  expect(told).toEqual([
    'callbacks.signIn: account intent profile provider user verifiedEmail',
    'callbacks.jwt signIn: account isNewUser profile provider token trigger user',
    'events.signIn: account isNewUser profile provider user',
  ])
})

test('order of calls: a sign-in with credentials', async () => {
  const password: Provider = credentials({
    input: {},
    authorize: () => ({ id: 'u1' }),
  })
  const browser = start('jwt', undefined, [password])
  await browser.post('/auth/callback/credentials')
  expect(told).toEqual([
    'callbacks.signIn: account credentials intent provider user verifiedEmail',
    'callbacks.jwt signIn: account isNewUser provider token trigger user',
    'events.signIn: account isNewUser provider user',
  ])
})

test('order of calls: reading, changing and ending a session token', async () => {
  const browser = start('jwt')
  await signIn(browser)
  told = []
  await browser.session()
  await browser.post('/auth/session', { data: 'x' })
  await browser.post('/auth/signout')
  expect(told).toEqual([
    'callbacks.jwt undefined: token trigger',
    'callbacks.session: session token',
    'events.session: session token',
    'callbacks.jwt update: session token trigger',
    'callbacks.session: newSession session token trigger',
    'events.session: session token',
    'events.signOut: token',
  ])
})

test('order of calls: reading, changing and ending a session in the database', async () => {
  const browser = start('database', memory())
  await signIn(browser)
  told = []
  await browser.session()
  await browser.post('/auth/session', { data: 'x' })
  await browser.post('/auth/signout')
  expect(told).toEqual([
    'adapter.getSessionAndUser',
    'callbacks.session: session user',
    'events.session: session user',
    'adapter.getSessionAndUser',
    'callbacks.session: newSession session trigger user',
    'events.session: session user',
    'adapter.deleteSession',
    'events.signOut: session',
  ])
})

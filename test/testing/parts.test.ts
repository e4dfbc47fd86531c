import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { github } from '../../src/providers/github.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { password } from '../../src/providers/password.js'
import { memoryStore } from '../../src/stores/memory.js'
import { portOf } from '../../src/testing/open-auth.js'
import { clock, faults, mailbox, testAuth } from '../../src/testing.js'

const secret = 'a secret of more than thirty-two characters'
const request = new Request('http://localhost/', { method: 'POST' })
const mails = nodemailer({ server: 'smtp://localhost', from: 'site@example.com', code: true })

describe('clock', () => {
  test('clock() ends sessions in cookies and in the database if it is moved past their lifetime', async () => {
    const sealed = createAuth().provider(github()).options({ secret }).build()
    const stored = createAuth()
      .provider(github())
      .adapter(memory())
      .session({ strategy: 'database' })
      .options({ secret })
      .build()
    for (const auth of [sealed, stored]) {
      const ada = await testAuth(auth)()
      const time = clock(auth)
      const before = time.now()
      expect(await ada.session()).not.toBeNull()
      time.advance({ days: 30, minutes: 30 })
      expect(await ada.session()).toBeNull()
      expect(time.now() - before).toBeGreaterThanOrEqual(30 * 86_400_000)
    }
  })

  test('clock() ends rate limits in the in-memory store', async () => {
    const logger = { warn: () => {} }
    const auth = createAuth().provider(mails).adapter(memory()).options({ secret, logger }).build()
    const box = mailbox()
    await box.intercept(auth)
    const send = (): Promise<unknown> => auth.signIn('nodemailer', { request, email: 'ada@example.com' })
    for (let count = 0; count < 8; count++) await send()
    expect(box.mails).toHaveLength(5)
    clock(auth).advance({ days: 1 })
    await send()
    expect(box.mails).toHaveLength(6)
  })

  test('clock() advances the default store and an in-memory store that the application passes', async () => {
    // Another instance has already created the default store.
    await testAuth(createNextAuth().provider(github()).options({ secret }).build())()
    const shared = createNextAuth().provider(github()).options({ secret }).build()
    const passed = createAuth().provider(github()).options({ secret, store: memoryStore() }).build()
    for (const auth of [shared, passed]) {
      const { store } = await portOf(auth).call.app()
      await store.set('test:entry', 'value', 60)
      expect(await store.get('test:entry')).toBe('value')
      clock(auth).advance({ minutes: 2 })
      expect(await store.get('test:entry')).toBeNull()
    }
  })

  test('clock() cannot be moved back, or by a duration that is not finite', () => {
    const auth = createAuth().provider(github()).options({ secret }).build()
    for (const seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => clock(auth).advance({ seconds })).toThrow(RangeError)
  })
})

describe('mailbox', () => {
  test('mailbox() receives the mails of a configuration, with their link and code', async () => {
    const auth = createAuth().provider(mails).adapter(memory()).options({ secret }).build()
    const box = mailbox()
    expect(() => box.last).toThrow('No mail was sent. Request a mail before you read `last`.')
    await box.intercept(auth)
    await auth.signIn('nodemailer', { request, email: 'ada@example.com' })
    expect(box.last).toMatchObject({ to: 'ada@example.com', code: expect.stringMatching(/^\d{8}$/) })
    expect(box.last.text).toContain(box.last.link.href)
    const page = await auth.handler(new Request(box.last.link))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('form')
  })

  test('mailbox() refuses a configuration that is a function of the request', async () => {
    const auth = createAuth((request) => ({
      providers: [mails],
      adapter: memory(),
      secret: new URL(String(request?.url)).host.padEnd(32),
    })).build()
    await expect(mailbox().intercept(auth)).rejects.toThrow('sendVerificationRequest')
  })

  test('mailbox() refuses a configuration with tenants', async () => {
    const tenantOf = (of: Request) => new URL(of.url).hostname
    const auth = createAuth().provider(mails).adapter(memory()).tenant(tenantOf).options({ secret }).build()
    await expect(mailbox().intercept(auth)).rejects.toThrow('sendVerificationRequest')
  })

  test('mailbox() receives the mails that password() sends itself', async () => {
    const sent: string[] = []
    const passwords = password({ send: ({ identifier }) => void sent.push(identifier) })
    const auth = createAuth().provider(passwords).adapter(memory()).options({ secret }).build()
    const box = mailbox()
    await box.intercept(auth)
    await auth.passwords.signUp({ email: 'ada@example.com', password: 'correct horse battery' }, { request })
    expect(box.last).toMatchObject({ purpose: 'signUp', to: 'ada@example.com', code: undefined })
    expect(sent).toEqual([])
  })

  test('mailbox() can be the option `send` of password()', async () => {
    const box = mailbox()
    const passwords = password({ send: box.send })
    const auth = createAuth().provider(passwords).adapter(memory()).options({ secret }).build()
    await auth.passwords.signUp({ email: 'ada@example.com', password: 'correct horse battery' }, { request })
    expect(box.last.link.pathname).toBe('/auth/signup')
  })

  test('mailbox() shows why a mail was sent, and deletes mails', async () => {
    const auth = createAuth().provider(mails).adapter(memory()).options({ secret }).build()
    const box = mailbox()
    await box.intercept(auth)
    await auth.signIn('nodemailer', { request, email: 'ada@example.com' })
    expect(box.mails.map(({ purpose }) => purpose)).toEqual(['signIn'])
    box.clear()
    expect(box.mails).toEqual([])
    expect(() => box.last).toThrow('No mail was sent. Request a mail before you read `last`.')
  })
})

describe('faults', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const start = () => {
    const adapter = memory()
    const database = faults(adapter)
    const auth = createAuth()
      .provider(github())
      .adapter(database.target)
      .session({ strategy: 'database' })
      .options({ secret, logger: { error: () => {}, warn: () => {} } })
      .build()
    return { adapter, database, auth, as: testAuth(auth) }
  }

  test('faults() fails only the nth call, before its effect', async () => {
    const { database, as } = start()
    database.add('createSession', { kind: 'fails before', nth: 2 })
    await as({ user: { id: '1' } })
    await expect(as({ user: { id: '2' } })).rejects.toMatchObject({ type: 'AdapterError' })
    await as({ user: { id: '3' } })
    expect(database.calls.filter((name) => name === 'createSession')).toHaveLength(3)
  })

  test('faults() can fail a call after its effect', async () => {
    const { adapter, database } = start()
    const session = { sessionToken: 'token', userId: '1', expires: new Date() }
    await adapter.createUser({ id: '1', email: null, emailVerified: null })
    database.add('createSession', { kind: 'fails after', error: new Error('lost') })
    await expect(database.target.createSession(session)).rejects.toThrow('lost')
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ session })
    database.clear()
    await expect(database.target.deleteSession('token')).resolves.toMatchObject(session)
  })

  test('faults() accepts a frozen adapter, also an instance of a class', async () => {
    class Users {
      #names = new Map([['1', 'Ada']])
      getUser(id: string) {
        return { id, name: this.#names.get(id) }
      }
    }
    for (const real of [Object.freeze(memory()), Object.freeze(new Users())]) {
      const database = faults<Pick<Users, 'getUser'> | ReturnType<typeof memory>>(real)
      expect('getUser' in database.target).toBe(true)
      expect(Object.keys(database.target)).toEqual(Object.keys(real))
      expect(await database.target.getUser('1')).toEqual(await real.getUser('1'))
      database.add('getUser', { kind: 'fails before' })
      await expect(database.target.getUser('1')).rejects.toThrow('The connection was lost.')
    }
  })

  test('faults() does not change the methods that every object has', () => {
    const { database } = start()
    database.add('*', { kind: 'fails before' })
    expect(String(database.target)).toBe('[object Object]')
    expect(database.target.constructor).toBe(Object)
    expect([database.calls, database.failed]).toEqual([[], 0])
  })

  test('faults() fails a call inside a transaction', async () => {
    const { adapter, database, as } = start()
    database.add('linkAccount', { kind: 'fails before' })
    await expect(as({ user: { email: 'ada@example.com' } })).rejects.toMatchObject({ type: 'AdapterError' })
    expect(await adapter.getUserByEmail('ada@example.com')).toBeNull()
  })

  test('faults() can return a wrong result after the call took effect', async () => {
    const { adapter, database } = start()
    const ada = { id: '1', email: 'ada@example.com', emailVerified: null }
    database.add('createUser', { kind: 'wrong result' })
    expect(await database.target.createUser(ada)).toBeNull()
    expect(await adapter.getUser('1')).toMatchObject(ada)
    const result = (right: unknown, id: unknown) => ({ ...(right as object), name: `of ${id}` })
    database.add('getUser', { kind: 'wrong result', result })
    expect(await database.target.getUser('1')).toMatchObject({ ...ada, name: 'of 1' })
  })

  test('if a call has two faults, faults() applies the newest fault first', async () => {
    const { database } = start()
    database.add('getUser', { kind: 'fails before' })
    database.add('getUser', { kind: 'wrong result', nth: 1 })
    expect(await database.target.getUser('1')).toBeNull()
    await expect(database.target.getUser('1')).rejects.toThrow('The connection was lost.')
  })

  test('faults() with the method `*` can fail every call of a sign-in', async () => {
    const { database, as } = start()
    let nth = 1
    for (; database.failed === nth - 1; nth++) {
      database.add('*', { kind: 'fails before', nth })
      const signIn = as({ user: { id: `${nth}` } })
      await signIn.catch(() => {})
      database.clear()
      await as({ user: { id: `${nth}` } })
    }
    // A first sign-in calls at least four methods, because it looks up and stores the user and the account.
    expect(database.failed).toBeGreaterThanOrEqual(4)
    expect(nth).toBe(database.failed + 2)
  })

  test('a sign-in fails with StoreError after a second if the store never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = faults(memoryStore())
    const logger = { error: () => {}, warn: () => {} }
    const options = { secret, store: store.target, logger }
    const auth = createAuth().provider(mails).adapter(memory()).options(options).build()
    const box = mailbox()
    await box.intercept(auth)
    store.add('*', { kind: 'never ends' })
    const sent = auth.signIn('nodemailer', { request, email: 'ada@example.com' })
    sent.catch(() => {})
    while (store.calls.length === 0) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(sent).rejects.toMatchObject({ type: 'StoreError' })
    expect(box.mails).toEqual([])
  })

  test('a sign-in fails with AdapterError after five seconds if the adapter never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const database = faults(memory())
    const auth = createAuth().provider(github()).adapter(database.target).options({ secret }).build()
    database.add('getUserByAccount', { kind: 'never ends' })
    let isSettled = false
    const signedIn = testAuth(auth)().finally(() => {
      isSettled = true
    })
    signedIn.catch(() => {})
    while (database.failed === 0) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(signedIn).rejects.toMatchObject({ type: 'AdapterError' })
    database.clear()
    vi.useRealTimers()
    expect(await (await testAuth(auth)()).session()).not.toBeNull()
  })

  test('faults() can delay a call, or let the call hang forever', async () => {
    vi.useFakeTimers()
    const store = faults(memoryStore())
    store.add('get', { kind: 'is slow', milliseconds: 500 })
    store.add('set', { kind: 'never ends' })
    const settled: string[] = []
    void Promise.resolve(store.target.get('key')).then(() => settled.push('get'))
    void Promise.resolve(store.target.set('key', 'value', 1)).then(() => settled.push('set'))
    await vi.advanceTimersByTimeAsync(499)
    expect(settled).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toEqual(['get'])
    store.clear()
    expect(store.target.get('key')).toBeNull()
  })
})

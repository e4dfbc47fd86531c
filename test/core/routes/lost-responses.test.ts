import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'

/** How a call of `compareAndSet` or `consume` fails. */
type Fault = 'response lost' | 'request lost' | 'done later'

/** A store whose calls reject. Depending on the fault, the value is stored before, stored later, or never stored. */
const faulty = () => {
  const store = memoryStore()
  const state = { fault: undefined as Fault | undefined }
  const through = <Result>(call: () => Result): Result | Promise<Result> => {
    const { fault } = state
    if (!fault) return call()
    if (fault === 'response lost') call()
    if (fault === 'done later') setTimeout(call, 30)
    return Promise.reject(new Error('socket closed'))
  }
  const faultyStore: Store = {
    ...store,
    compareAndSet: (...args) => through(() => store.compareAndSet(...args)),
    consume: (key) =>
      key.startsWith('mail-spent:') ? through(() => store.consume(key)) : store.consume(key),
  }
  return Object.assign(state, { store: faultyStore })
}

const copyOf = ({ handle, origin, jar }: Browser): Browser => new Browser(handle, origin, jar.clone())
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60))
const page = { headers: { accept: 'text/html' } }

const faults: readonly Fault[] = ['response lost', 'request lost', 'done later']

describe.each(faults)('%s:', (fault) => {
  const oauth = async () => {
    const idp = await IdentityProvider.start()
    const state = faulty()
    const auth = app({
      providers: [acme()],
      fetch: idp.fetch,
      options: { secret: SECRET, store: state.store },
    })
    const browser = new Browser(auth.handle)
    const { pathname, search } = idp.authorize(
      locationOf(await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })),
    )
    const saved = copyOf(browser)
    state.fault = fault
    const callback = pathname + search
    const failed = await browser.send(callback, page)
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
    await settled()
    return { idp, state, browser, saved, callback }
  }

  test('a provider callback can be repeated by the same browser', async () => {
    const { idp, state, browser, callback } = await oauth()
    // The store may fail more than once.
    for (let times = 0; times < 3; times++) {
      expect((await browser.send(callback, page)).status).toBe(503)
      await settled()
    }
    state.fault = undefined
    expect(locationOf(await browser.send(callback)).pathname).toBe('/inside')
    expect((await browser.session()).user.name).toBe('Ada Lovelace')
    expect(idp.requestCount('/token')).toBe(1)
    expect(browser.jar.names.filter((name) => name.includes('attempts') || name.includes('.flow'))).toEqual(
      [],
    )
  })

  test('concurrent retries of a callback redeem the code once, and later retries are refused', async () => {
    const { idp, state, browser, saved, callback } = await oauth()
    state.fault = undefined
    const copies = [browser, copyOf(browser), copyOf(browser)]
    const thieves = [copyOf(browser), saved]
    const targets = (await Promise.all(copies.map((each) => each.send(callback)))).map(locationOf)
    expect(targets.filter(({ pathname }) => pathname === '/inside')).toHaveLength(1)
    for (const thief of thieves) {
      expect(locationOf(await thief.send(callback)).searchParams.get('error')).toBe('InvalidCheck')
    }
    expect(idp.requestCount('/token')).toBe(1)
  })

  test('cookies that were copied before the failure cannot finish a sign-in that the store recorded as used', async () => {
    const { idp, state, saved, browser, callback } = await oauth()
    state.fault = undefined
    const target = locationOf(await saved.send(callback))
    if (fault === 'request lost') return expect(target.pathname).toBe('/inside')
    expect(target.searchParams.get('error')).toBe('InvalidCheck')
    expect(idp.requestCount('/token')).toBe(0)
    expect(locationOf(await browser.send(callback)).pathname).toBe('/inside')
  })

  test.each(['link', 'link elsewhere', 'code'])(
    'the %s of a mail works again after a lost response',
    async (how) => {
      const state = faulty()
      const box = mailbox()
      const auth = app({
        providers: [box.provider],
        adapter: memory(),
        session: { strategy: 'jwt' },
        options: { secret: SECRET, store: state.store },
      })
      const asking = new Browser(auth.handle)
      const browser = how === 'link elsewhere' ? new Browser(auth.handle) : asking
      await asking.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: '/inside' })
      const { searchParams, pathname, search } = box.last.link
      const use = (): Promise<Response> => {
        if (how === 'code') return browser.post('/auth/callback/mail', { code: box.last.code ?? '' })
        if (how === 'link') return browser.send(pathname + search, page)
        return browser.post('/auth/callback/mail', Object.fromEntries(searchParams))
      }
      state.fault = fault
      expect((await use()).status).toBe(503)
      await settled()
      state.fault = undefined
      if (how === 'link elsewhere') expect((await browser.send(pathname + search, page)).status).toBe(200)
      expect(locationOf(await use()).pathname).toBe('/inside')
      expect((await browser.session()).user.email).toBe('ada@example.com')
      expect(
        locationOf(await new Browser(auth.handle).send(pathname + search)).searchParams.get('error'),
      ).toBe('Verification')
    },
  )
})

describe.each(faults)('%s:', (fault) => {
  const start = passkeyWorlds()

  test('the response of a passkey can be repeated', async () => {
    const state = faulty()
    const world = await start({ options: { store: state.store } })
    await world.register()
    await world.browser.post('/auth/signout')
    const options = await world.options({ action: 'authenticate' })
    const answer = await world.authenticator.get(options, {}, world.authenticator.keys.at(-1))
    state.fault = fault
    expect((await world.answer('authenticate', answer)).status).toBe(503)
    await settled()
    state.fault = undefined
    expect(locationOf(await world.answer('authenticate', answer)).pathname).toBe('/inside')
    expect(await world.browser.session()).not.toBeNull()
  })
})

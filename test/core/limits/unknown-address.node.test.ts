import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RequestContext } from 'solid-js/web'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { createEvents } from '../../../src/frameworks/sveltekit/open-event.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { createAuth } from '../../../src/index.js'
import { toNodeHandler } from '../../../src/node/to-node-handler.js'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import type { CurrentRequest } from '../../../src/runtime/api/open-request.js'
import { clientAddress } from '../../../src/runtime/core/limits/client-address.js'
import { type OpenRequest, type Port, withConnection, withPeerAddress } from '../../../src/runtime/port.js'
import { createAuth as createSolidAuth } from '../../../src/solid-start.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { countingStore } from '../../support/counting-store.js'
import { mailbox } from '../../support/mailbox.js'

const byName: CredentialsProvider = credentials({
  input: { name: {}, password: { type: 'password' } },
  authorize: ({ name, password }) => (password === 'right' ? { id: name, name } : null),
})

const signIn = (browser: Browser, name: string, password: string): Promise<Response> =>
  browser.post('/auth/callback/credentials', { name, password })

describe('too many passwords from an unknown IP address', () => {
  const flooded = async () => {
    const auth = app({
      providers: [byName],
      options: { secret: SECRET, limits: { global: { max: 4, window: 60 } } },
    })
    const known = new Browser(auth.handle)
    await signIn(known, 'ada', 'right')
    await known.post('/auth/signout')
    await Promise.all(
      Array.from({ length: 8 }, (_, guess) => signIn(new Browser(auth.handle), `user${guess}`, 'wrong')),
    )
    return { auth, known }
  }

  test('too many guesses from unknown IP addresses delay other users but do not lock them out', async () => {
    const { auth } = await flooded()
    const bob = new Browser(auth.handle)
    const start = performance.now()
    expect(locationOf(await signIn(bob, 'bob', 'right')).pathname).toBe('/')
    expect(await bob.session()).toMatchObject({ user: { name: 'bob' } })
    expect(performance.now() - start).toBeGreaterThan(1_000)
  })

  test('too many guesses from unknown IP addresses do not delay a browser that has signed in before', async () => {
    const { known } = await flooded()
    const start = performance.now()
    await signIn(known, 'ada', 'right')
    expect(await known.session()).toMatchObject({ user: { name: 'ada' } })
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

describe('mails requested from unknown IP addresses', () => {
  const site = (limits: AuthSpec['options']['limits'] = {}) => {
    const box = mailbox()
    const auth = app({
      providers: [box.provider],
      adapter: memory(),
      session: { strategy: 'jwt' },
      options: { secret: SECRET, limits: { mailsInTotal: { max: 3, window: 900 }, ...limits } },
    })
    const ask = (email: string, browser = new Browser(auth.handle)) =>
      browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
    return { auth, box, ask }
  }

  test('mails for unknown IP addresses have a total limit, and exceeding it logs one error', async () => {
    const { auth, box, ask } = site()
    for (let index = 0; index < 20; index++) {
      const response = await ask(`user${index}@example.com`)
      // The response does not reveal whether a mail was sent.
      expect(locationOf(response).pathname).toBe('/auth/verify-request')
    }
    expect(box.mails).toHaveLength(3)
    expect(auth.logged.map(({ message }) => message)).toEqual([
      "The limit 'mailsInTotal' of 3 attempts in 900 seconds is reached. Try again in 900 seconds. The option `limits` changes this limit.",
    ])
  })

  test('an error is logged once per window when mails reach the total limit', async () => {
    const { auth, ask } = site({ mailsInTotal: { max: 1, window: 1 } })
    const three = async (): Promise<number> => {
      for (let index = 0; index < 3; index++) await ask(`user${index}@example.com`)
      return auth.logged.length
    }
    expect(await three()).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await three()).toBe(2)
  })

  test('no error is logged when mails reach another limit', async () => {
    const { auth, box, ask } = site({ mailsPerRecipient: { max: 1, window: 60 } })
    for (let index = 0; index < 3; index++) await ask('ada@example.com')
    expect(box.mails).toHaveLength(1)
    expect(auth.logged).toEqual([])
  })

  test('mails are not limited if the limits are off', async () => {
    const off = { mailsInTotal: false, mailsPerRecipient: false, mailsPerClient: false } as const
    const { box, ask } = site(off)
    for (let index = 0; index < 60; index++) await ask('ada@example.com')
    expect(box.mails).toHaveLength(60)
  })

  test('while the store does not respond, no mails are sent and an error is logged', async () => {
    const box = mailbox()
    const store = {
      ...memoryStore(),
      increment: () => {
        throw new Error('connection refused')
      },
    }
    const auth = app({ providers: [box.provider], adapter: memory(), options: { secret: SECRET, store } })
    const browser = new Browser(auth.handle)
    const response = await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    expect(response.status).toBe(503)
    expect(box.mails).toEqual([])
    expect(auth.logged).toMatchObject([{ type: 'StoreError' }])
  })

  test('a browser that has signed in with an e-mail address gets mails to it after the total limit is reached', async () => {
    const { auth, box, ask } = site()
    const known = new Browser(auth.handle)
    await ask('ada@example.com', known)
    await known.send(box.link)
    await known.post('/auth/signout')
    for (let index = 0; index < 5; index++) await ask(`user${index}@example.com`)
    const sent = box.mails.length
    await ask('ada@example.com', known)
    expect(box.mails).toHaveLength(sent + 1)
    // No mail is sent to another e-mail address.
    await ask('bob@example.com', known)
    expect(box.mails).toHaveLength(sent + 1)
  })

  test("mails that other clients request for a mailbox do not block mails to its owner's browser", async () => {
    const { auth, box, ask } = site({ mailsInTotal: false })
    const known = new Browser(auth.handle)
    await ask('ada@example.com', known)
    await known.send(box.link)
    await known.post('/auth/signout')
    for (let index = 0; index < 10; index++) await ask('ada@example.com')
    const sent = box.mails.length
    for (let index = 0; index < 10; index++) await ask('ada@example.com', known)
    expect(box.mails).toHaveLength(sent + 5)
  })

  test("mails requested by a known browser for a similar e-mail address do not block mails to the owner's browser", async () => {
    const { auth, box, ask } = site({ mailsInTotal: false })
    const known = async (address: string): Promise<Browser> => {
      const browser = new Browser(auth.handle)
      await ask(address, browser)
      await browser.send(box.link)
      await browser.post('/auth/signout')
      return browser
    }
    const [own, attacker] = [await known('ada@example.com'), await known('ada+x@example.com')]
    for (let index = 0; index < 10; index++) await ask('ada+x@example.com', attacker)
    const sent = box.mails.length
    await ask('ada@example.com', own)
    expect(box.mails).toHaveLength(sent + 1)
  })

  test('mails to one mailbox count together for every spelling of the e-mail address', async () => {
    const { box, ask } = site({ mailsInTotal: false })
    const spellings = ['ada@gmail.com', 'a.da@gmail.com', 'ad.a@googlemail.com', 'ada+1@gmail.com']
    for (let index = 0; index < 12; index++) await ask(spellings[index % 4] ?? '')
    expect(box.mails).toHaveLength(5)
    // The spellings belong to different users.
    expect(new Set(box.mails.map(({ to }) => to)).size).toBe(4)
  })
})

describe('mails without the option `limits`', () => {
  const site = (store = memoryStore()) => {
    const box = mailbox()
    const auth = app({
      providers: [box.provider],
      adapter: memory(),
      session: { strategy: 'jwt' },
      options: { secret: SECRET, store, clientAddress: (request) => request.headers.get('x-address') ?? '' },
    })
    const ask = async (email: string, address = '') => {
      const browser = new Browser(auth.handle)
      browser.headers = { 'x-address': address }
      await browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
      return box.mails.length
    }
    return { ask }
  }

  test('without the option `limits`, 5 mails are sent to one mailbox', async () => {
    const { ask } = site()
    const sent: number[] = []
    for (let index = 0; index < 6; index++) sent.push(await ask('ada@example.com'))
    expect(sent).toEqual([1, 2, 3, 4, 5, 5])
  })

  test('without the option `limits`, 50 mails are sent for one IP address', async () => {
    const { ask } = site()
    for (let index = 0; index < 50; index++) await ask(`user${index}@example.com`, '203.0.113.7')
    expect(await ask('ada@example.com', '203.0.113.7')).toBe(50)
    expect(await ask('ada@example.com', '203.0.113.8')).toBe(51)
  })

  test('without the option `limits`, 1,000 mails are sent in total', async () => {
    const { ask } = site(countingStore('mailsInTotal:', 998))
    expect(await ask('ada@example.com')).toBe(1)
    expect(await ask('bob@example.com')).toBe(2)
    expect(await ask('eve@example.com')).toBe(2)
  })
})

describe('client IP addresses of runtimes and platforms', () => {
  const direct = clientAddress({ option: undefined, header: undefined, behindProxy: false })
  test.each([
    ['Bun', { requestIP: () => ({ address: '203.0.113.7', family: 'IPv4', port: 5 }) }],
    ['Deno', { remoteAddr: { transport: 'tcp', hostname: '203.0.113.7', port: 5 } }],
    ['Hono on Node.js', { incoming: { socket: { remoteAddress: '203.0.113.7' } }, outgoing: {} }],
  ])('the client IP address is read from the second argument of the handler on %s', async (_, connection) => {
    const auth = createAuth()
      .provider({ ...byName, id: 'credentials' as const })
      .options({
        secret: SECRET,
        trustHost: ['app.test'],
        limits: { address: { max: 2, window: 60 } },
        logger: { warn: () => {}, error: () => {} },
      })
      .build()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const browser = new Browser((request) => auth.handler(request, connection))
      statuses.push((await signIn(browser, `user${attempt}`, 'wrong')).status)
    }
    expect(statuses).toEqual([302, 302, 429])
    const elsewhere = { remoteAddr: { transport: 'tcp', hostname: '203.0.113.8', port: 5 } }
    const other = new Browser((request) => auth.handler(request, elsewhere))
    expect((await signIn(other, 'user9', 'wrong')).status).toBe(302)
  })

  test.each([undefined, null, 5, {}, { params: {} }, { remoteAddr: { transport: 'unix', path: '/x' } }])(
    'the client IP address is unknown with the second argument %j',
    (connection) => {
      expect(direct(withConnection(new Request('https://app.test/'), connection))).toBeUndefined()
    },
  )

  test.each([
    ['a string', { remoteAddr: '203.0.113.7' }],
    ['a function instead of a host name', { remoteAddr: { hostname: () => '203.0.113.7' } }],
    ['an array instead of a host name', { remoteAddr: { hostname: ['203.0.113.7'] } }],
    ['an array of a socket', { incoming: { socket: { remoteAddress: ['203.0.113.7'] } } }],
    ['a binding with the name "incoming"', { incoming: '203.0.113.7' }],
    ['a string that requestIP() returns', { requestIP: () => '203.0.113.7' }],
    ['an array that requestIP() returns', { requestIP: () => ({ address: ['203.0.113.7'] }) }],
  ])('the client IP address is not taken from %s', (_, connection) => {
    expect(direct(withConnection(new Request('https://app.test/'), connection))).toBeUndefined()
  })

  const throwing = (): never => {
    throw new Error('Not on this platform.')
  }
  const withGetter = <Target extends object>(target: Target, name: string): Target =>
    Object.defineProperty(target, name, { get: throwing })

  test.each([
    ['requestIP', withGetter({}, 'requestIP')],
    ['remoteAddr', withGetter({}, 'remoteAddr')],
    ['hostname', { remoteAddr: withGetter({}, 'hostname') }],
    ['socket', { incoming: withGetter({}, 'socket') }],
    ['address', { requestIP: () => withGetter({}, 'address') }],
    ['anything', new Proxy({}, { get: throwing })],
  ])(
    'if reading %s throws, the client IP address is unknown and the request is handled',
    async (_, connection) => {
      expect(direct(withConnection(new Request('https://app.test/'), connection))).toBeUndefined()
      const auth = createAuth()
        .provider({ ...byName, id: 'credentials' as const })
        .options({ secret: SECRET, trustHost: ['app.test'], logger: { warn: () => {}, error: () => {} } })
        .build()
      const browser = new Browser((request) => auth.handler(request, connection as never))
      expect((await signIn(browser, 'user', 'wrong')).status).toBe(302)
    },
  )

  test.each(['ip', 'cf'])('the client IP address is unknown if the `%s` of a request throws', (name) => {
    expect(direct(withGetter(new Request('https://app.test/'), name))).toBeUndefined()
  })

  test('the client IP address is the `ip` of srvx, or unknown if reading it throws', () => {
    expect(direct(Object.assign(new Request('https://app.test/'), { ip: '203.0.113.7' }))).toBe('203.0.113.7')
    const throwing = withPeerAddress(new Request('https://app.test/'), () => {
      throw new Error('prerendered')
    })
    expect(direct(throwing)).toBeUndefined()
  })

  test('the client IP address is that of SvelteKit, also after cookies were set', () => {
    const event = {
      request: new Request('https://app.test/'),
      cookies: { set: () => {} },
      getClientAddress: () => '203.0.113.7',
    } as unknown as AuthEvent
    let current: CurrentRequest | undefined
    const open: Port['open'] = (request) => {
      current = request as CurrentRequest
      return {} as OpenRequest
    }
    const { incoming } = createEvents(open).open(event)
    expect(direct(incoming().request())).toBe('203.0.113.7')
    current?.([{ name: 'a', value: 'b', options: {} }])
    expect(incoming().request().headers.get('cookie')).toBe('a=b')
    expect(direct(incoming().request())).toBe('203.0.113.7')
  })

  test('the client IP address is that of SolidStart', async () => {
    const auth = createSolidAuth()
      .provider({ ...byName, id: 'credentials' as const })
      .options({
        secret: SECRET,
        trustHost: ['app.test'],
        limits: { address: { max: 2, window: 60 } },
        logger: { warn: () => {}, error: () => {} },
      })
      .build()
    const storage = new AsyncLocalStorage<{ request: Request; clientAddress: string }>()
    const globals = globalThis as { [RequestContext]?: unknown }
    globals[RequestContext] = storage
    onTestFinished(() => {
      delete globals[RequestContext]
    })
    const handle = (request: Request, clientAddress: string): Promise<Response> =>
      storage.run({ request, clientAddress }, () =>
        (request.method === 'POST' ? auth.POST : auth.GET)({ request } as never),
      )
    const from = (address: string) =>
      new Browser((request) => handle(request, address), 'https://app.test', undefined, '/api/auth')
    const statuses: number[] = []
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8']) {
      const fields = { name: `user${statuses.length}`, password: 'wrong' }
      statuses.push((await from(address).post('/api/auth/callback/credentials', fields)).status)
    }
    expect(statuses).toEqual([302, 302, 429, 302])
  })

  test('the client IP address reaches the limits through the handler of Node.js', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer(
      toNodeHandler(async (request) => {
        seen.push(clientAddress({ option: undefined, header: undefined, behindProxy: false })(request))
        return new Response('')
      }),
    )
    server.prependListener('request', ({ socket }) => {
      Object.defineProperty(socket, 'remoteAddress', { value: '203.0.113.9' })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const method of ['GET', 'POST']) {
      await new Promise((resolve) => {
        httpRequest({ port, method }, (response) => response.resume().on('end', resolve)).end()
      })
    }
    server.close()
    expect(seen).toEqual(['203.0.113.9', '203.0.113.9'])
  })

  const statuses = async (variable: string, header: string, addresses: readonly string[]) => {
    const auth = app({
      providers: [byName],
      environment: { NODE_ENV: 'test', [variable]: '1' },
      options: { secret: SECRET, limits: { address: { max: 2, window: 60 } } },
    })
    const attempt = async (address: string): Promise<number> => {
      const browser = new Browser(auth.handle)
      const body = new URLSearchParams({
        csrfToken: await browser.csrfToken(),
        name: 'ada',
        password: 'wrong',
      })
      const init = { method: 'POST', body, headers: { [header]: address } }
      return (await browser.send('/auth/callback/credentials', init)).status
    }
    const found: number[] = []
    for (const address of addresses) found.push(await attempt(address))
    return found
  }
  const twice = ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8']

  test.each([
    ['VERCEL', 'x-real-ip'],
    ['NETLIFY', 'x-nf-client-connection-ip'],
    ['CF_PAGES', 'cf-connecting-ip'],
    ['FLY_APP_NAME', 'fly-client-ip'],
  ])(
    'the client IP address is read from the header of the platform that sets %s',
    async (variable, header) => {
      expect(await statuses(variable, header, twice)).toEqual([302, 302, 429, 302])
    },
  )

  test("the client IP address is read from Netlify's header if the global object `Netlify` exists", async () => {
    vi.stubGlobal('Netlify', { context: null })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await statuses('SITE_ID', 'x-nf-client-connection-ip', twice)).toEqual([302, 302, 429, 302])
  })

  test('the header of Netlify is ignored if only the variable SITE_ID is set', async () => {
    expect(await statuses('SITE_ID', 'x-nf-client-connection-ip', twice)).toEqual([302, 302, 302, 302])
  })

  test('an unknown client IP address causes one warning in production', async () => {
    const auth = app({
      providers: [byName],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
    })
    for (let times = 0; times < 2; times++) await signIn(new Browser(auth.handle), 'ada', 'wrong')
    expect(auth.warned.filter((line) => line.startsWith('no-client-address'))).toEqual([
      'no-client-address: The IP address of a client is unknown, so sign-in attempts and mails are limited only per account and in total. Set AUTH_CLIENT_ADDRESS_HEADER to the header that your proxy sets, or the option `clientAddress`.',
    ])
  })

  test.each<[string, Partial<AuthOptions>, Record<string, string>, string]>([
    [
      'of the option `clientAddress`',
      { clientAddress: () => undefined },
      {},
      'The option `clientAddress` returned no IP address, so sign-in attempts and mails are limited only per account and in total. Return the IP address if your platform has one.',
    ],
    [
      'of AUTH_CLIENT_ADDRESS_HEADER',
      {},
      { AUTH_CLIENT_ADDRESS_HEADER: 'x-client' },
      'The header "x-client" of a request contains no IP address, so sign-in attempts and mails are limited only per account and in total. Let your proxy set it on every request, or set AUTH_CLIENT_ADDRESS_HEADER to another header.',
    ],
  ])(
    'the warning about an unknown client IP address %s says what to correct',
    async (_, options, more, text) => {
      const auth = app({
        providers: [byName],
        environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test', ...more },
        options,
      })
      await signIn(new Browser(auth.handle), 'ada', 'wrong')
      expect(auth.warned.filter((line) => line.startsWith('no-client-address'))).toEqual([
        `no-client-address: ${text}`,
      ])
    },
  )
})

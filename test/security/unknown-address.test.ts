import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import type { AuthSpec } from '../../src/builder/spec.js'
import { toNodeHandler } from '../../src/node/to-node-handler.js'
import type { CredentialsProvider } from '../../src/providers/kinds/credentials.js'
import { withPeerAddress } from '../../src/runtime/http/incoming.js'
import { clientAddress } from '../../src/runtime/limits/client-address.js'
import { app, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { mailbox } from '../support/mailbox.js'

const byName: CredentialsProvider = {
  id: 'credentials',
  type: 'credentials',
  input: { name: {}, password: { type: 'password' } },
  authorize: ({ name, password }) => (password === 'right' ? { id: name, name } : null),
}

const signIn = (browser: Browser, name: string, password: string): Promise<Response> =>
  browser.post('/auth/callback/credentials', { name, password })

describe('somebody who tries more passwords than all may, from nobody knows where,', () => {
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

  test('delays other people and does not lock them out', async () => {
    const { auth } = await flooded()
    const bob = new Browser(auth.handle)
    const start = performance.now()
    expect(locationOf(await signIn(bob, 'bob', 'right')).pathname).toBe('/')
    expect(await bob.session()).toMatchObject({ user: { name: 'bob' } })
    expect(performance.now() - start).toBeGreaterThan(1_000)
  })

  test('does not even delay a browser that has signed in before', async () => {
    const { known } = await flooded()
    const start = performance.now()
    await signIn(known, 'ada', 'right')
    expect(await known.session()).toMatchObject({ user: { name: 'ada' } })
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

describe('mails from nobody knows where', () => {
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

  test('have a total, however many addresses they go to, and the log has one error', async () => {
    const { auth, box, ask } = site()
    for (let index = 0; index < 20; index++) {
      const response = await ask(`user${index}@example.com`)
      // No client learns of it.
      expect(locationOf(response).pathname).toBe('/auth/verify-request')
    }
    expect(box.mails).toHaveLength(3)
    expect(auth.logged.map(({ message }) => message)).toEqual([
      "The limit 'mailsInTotal' of 3 attempts in 900 seconds is reached, for 900 seconds more. The option `limits` changes it.",
    ])
  })

  test('are still sent to a browser that has signed in with the address before', async () => {
    const { auth, box, ask } = site()
    const known = new Browser(auth.handle)
    await ask('ada@example.com', known)
    await known.send(box.link)
    await known.post('/auth/signout')
    for (let index = 0; index < 5; index++) await ask(`user${index}@example.com`)
    const sent = box.mails.length
    await ask('ada@example.com', known)
    expect(box.mails).toHaveLength(sent + 1)
    // And not for another address.
    await ask('bob@example.com', known)
    expect(box.mails).toHaveLength(sent + 1)
  })

  test('to one mailbox count together, however its address is spelled', async () => {
    const { box, ask } = site({ mailsInTotal: false })
    const spellings = ['ada@gmail.com', 'a.da@gmail.com', 'ad.a@googlemail.com', 'ada+1@gmail.com']
    for (let index = 0; index < 12; index++) await ask(spellings[index % 4] ?? '')
    expect(box.mails).toHaveLength(5)
    // Each is a different user.
    expect(new Set(box.mails.map(({ identifier }) => identifier)).size).toBe(4)
  })
})

describe('the address of a client', () => {
  const direct = clientAddress({ option: undefined, header: undefined })
  const from = (peer: string | undefined, headers: Record<string, string> = {}): string | undefined =>
    direct(withPeerAddress(new Request('https://app.test/', { headers }), peer))

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ])('is that of its connection: %s', (peer, expected) => {
    expect(from(peer)).toBe(expected)
  })

  test.each([
    ['127.0.0.1', '10.1.2.3', '192.168.1.1', '172.16.0.1', '172.31.0.1', '100.64.0.1', '169.254.1.1'],
    ['::1', '::ffff:127.0.0.1', 'fd00::1', 'fe80::1%eth0', 'fc00:1::1', '0.0.0.0', 'nonsense', ''],
  ])('is unknown where the connection is that of a proxy of ours: %s', (...peers) => {
    for (const peer of peers) expect(from(peer)).toBeUndefined()
  })

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])(
    'is unknown where %s names a proxy, and never what the header says',
    (name) => {
      expect(from('203.0.113.7', { [name]: '198.51.100.1' })).toBeUndefined()
    },
  )

  test.each(['172.32.0.1', '100.128.0.1', '11.0.0.1', '2a00::1'])('is known: %s is public', (peer) => {
    expect(from(peer)).toBeDefined()
  })

  test('reaches the limits through the handler of Node.js', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer(
      toNodeHandler(async (request) => {
        seen.push(clientAddress({ option: undefined, header: undefined })(request))
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

  test.each([
    ['VERCEL', 'x-real-ip'],
    ['NETLIFY', 'x-nf-client-connection-ip'],
    ['CF_PAGES', 'cf-connecting-ip'],
    ['FLY_APP_NAME', 'fly-client-ip'],
  ])('is what the platform says that sets %s', async (variable, header) => {
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
    expect([await attempt('203.0.113.7'), await attempt('203.0.113.7')]).toEqual([302, 302])
    expect([await attempt('203.0.113.7'), await attempt('203.0.113.8')]).toEqual([429, 302])
  })

  test('is warned of once in production where it is unknown', async () => {
    const auth = app({
      providers: [byName],
      environment: { NODE_ENV: 'production', AUTH_URL: 'https://app.test' },
    })
    for (let times = 0; times < 2; times++) await signIn(new Browser(auth.handle), 'ada', 'wrong')
    expect(auth.warned.filter((line) => line.startsWith('no-client-address'))).toEqual([
      'no-client-address: The network address of a client is unknown, so attempts to sign in and mails are limited by account and in total alone. Set AUTH_CLIENT_ADDRESS_HEADER to the header that your proxy sets, or the option `clientAddress`.',
    ])
  })
})

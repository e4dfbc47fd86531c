import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createAuth } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { EmailProvider } from '../../../src/providers/kinds/email.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { temporaryFile } from '../../adapters/sqlite/engines.js'
import { Browser, locationOf } from '../../support/browser.js'
import { type Mailbox, mailbox } from '../../support/mailbox.js'

/*
 * Limits by IP address and by mailbox count across all tenants. Limits by account count per tenant.
 */

const ADDRESS = '203.0.113.7'

interface Site {
  readonly box: Mailbox
  /** A browser at a tenant. */
  at(tenant: string): Browser
  signIn(browser: Browser, name: string, password?: string, address?: string): Promise<Response>
  requestMail(browser: Browser, email: string, address?: string): Promise<void>
}

function start(adapter: Adapter, limits: object): Site {
  const box = mailbox()
  const auth = createAuth()
    .provider(
      credentials({
        input: { name: {}, password: { type: 'password' } },
        authorize: ({ name, password }) => (password === 'right' ? { id: name, name } : null),
      }),
    )
    .provider(box.provider as EmailProvider<'mail'>)
    .adapter(adapter as MemoryAdapter)
    .session({ strategy: 'jwt' })
    .tenant((request) => new URL(request.url).hostname.split('.')[0] ?? '')
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store: memoryStore(),
      logger: { error: () => undefined, warn: () => undefined },
      clientAddress: (request) => request.headers.get('x-address') ?? undefined,
      limits,
    })
    .build()
  const send = (browser: Browser, path: string, fields: Record<string, string>, address = ADDRESS) =>
    browser.csrfToken().then((csrfToken) =>
      browser.send(path, {
        method: 'POST',
        headers: { 'x-address': address },
        body: new URLSearchParams({ csrfToken, callbackUrl: '/inside', ...fields }),
      }),
    )
  return {
    box,
    at: (tenant) => new Browser((request) => auth.handler(request), `https://${tenant}.app.test`),
    signIn: (browser, name, password = 'wrong', address = ADDRESS) =>
      send(browser, '/auth/callback/credentials', { name, password }, address),
    async requestMail(browser, email, address = ADDRESS) {
      await send(browser, '/auth/signin/mail', { email }, address)
    },
  }
}

const databases: readonly (readonly [string, () => Promise<Adapter>])[] = [
  ['memory', async () => memory()],
  ['SQLite', async () => sqlite(await temporaryFile())],
]

describe.each(databases)('across tenants (%s)', (_, open) => {
  test('across tenants, the attempts of one client count together for any accounts', async () => {
    const { at, signIn } = start(await open(), { address: { max: 2, window: 600 } })
    expect((await signIn(at('a'), 'ada')).status).toBe(302)
    expect((await signIn(at('b'), 'bob')).status).toBe(302)
    expect((await signIn(at('c'), 'eve')).status).toBe(429)
    expect((await signIn(at('c'), 'eve', 'wrong', '198.51.100.1')).status).toBe(302)
  })

  test('accounts with the same name in two tenants have separate attempt counts', async () => {
    const { at, signIn } = start(await open(), { account: { max: 1, window: 600 } })
    expect((await signIn(at('a'), 'ada')).status).toBe(302)
    expect((await signIn(at('a'), 'ada')).status).toBe(429)
    expect(locationOf(await signIn(at('b'), 'ada', 'right')).pathname).toBe('/inside')
  })

  test('known browsers of accounts with the same name in two tenants count separately', async () => {
    const { at, signIn } = start(await open(), { browsers: { max: 1, window: 600 } })
    const [atA, atB] = [at('a'), at('b')]
    for (const browser of [atA, atB]) await signIn(browser, 'ada', 'right')
    const statuses: number[] = []
    for (const browser of [atA, atA, atB]) statuses.push((await signIn(browser, 'ada')).status)
    expect(statuses).toEqual([302, 429, 302])
  })

  test('across tenants, the mails to one mailbox count together', async () => {
    const { at, box, requestMail } = start(await open(), { mailsPerRecipient: { max: 2, window: 600 } })
    for (const tenant of ['a', 'b', 'c', 'd']) await requestMail(at(tenant), 'ada@example.com', tenant)
    expect(box.mails).toHaveLength(2)
    await requestMail(at('c'), 'bob@example.com')
    expect(box.mails).toHaveLength(3)
  })

  test('across tenants, the mails that one client requests count together', async () => {
    const { at, box, requestMail } = start(await open(), { mailsPerClient: { max: 2, window: 600 } })
    for (const tenant of ['a', 'b', 'c', 'd']) await requestMail(at(tenant), `ada@${tenant}.test`)
    expect(box.mails).toHaveLength(2)
  })

  test('across tenants, a browser that has signed in still gets its mail', async () => {
    const { at, box, requestMail } = start(await open(), { mailsPerRecipient: { max: 1, window: 600 } })
    const owner = at('a')
    await requestMail(owner, 'ada@example.com')
    await owner.send(box.link)
    expect(await owner.session()).not.toBeNull()
    await requestMail(at('b'), 'ada@example.com', '198.51.100.1')
    expect(box.mails).toHaveLength(1)
    await requestMail(owner, 'ada@example.com')
    expect(box.mails).toHaveLength(2)
  })
})

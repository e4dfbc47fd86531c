import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser } from '../../support/browser.js'
import { countedHash, OTHER } from '../../support/passwords.js'

const digest = createHash('sha1').update(OTHER).digest('hex').toUpperCase()

/** An application that looks up passwords in a list with one entry. Counts the requests to the list. */
async function start(limits: object) {
  const requests: string[] = []
  let waited = 0
  const server = createServer((request, response) => {
    requests.push(String(request.url))
    response.end(`${digest.slice(5)}:7`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const auth = createAuth()
    .provider(
      password({ hash: countedHash(), breached: `http://127.0.0.1:${port}/range/`, send: () => undefined }),
    )
    .adapter(memory() as MemoryAdapter)
    .session({ strategy: 'jwt' })
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store: memoryStore({ now: () => Date.now() + waited }),
      logger: { error: () => undefined, warn: () => undefined },
      clientAddress: (request) => request.headers.get('x-address') ?? undefined,
      limits,
    })
    .build()
  const signUp = async (index: number, address?: string): Promise<string> => {
    const browser = new Browser((request) => auth.handler(request))
    const response = await browser.send('/auth/signup', {
      method: 'POST',
      headers: { ...(address && { 'x-address': address }), accept: 'text/html' },
      body: new URLSearchParams({
        ...{ csrfToken: await browser.csrfToken(), page: '1', callbackUrl: '/inside' },
        ...{ email: `user${index}@example.com`, newPassword: OTHER },
      }),
    })
    return `${response.headers.get('location') ?? ''} ${await response.text()}`
  }
  const wait = (seconds: number): void => {
    waited += seconds * 1000
  }
  return { requests, signUp, wait }
}

const REFUSED = /breach|leak/i

test('beyond the limit of lookups per client, passwords are accepted without a lookup', async () => {
  const { requests, signUp } = await start({ passwordLookups: { max: 2, window: 600 } })
  for (let index = 0; index < 2; index++) expect(await signUp(index, '203.0.113.7')).toMatch(REFUSED)
  for (let index = 2; index < 5; index++) expect(await signUp(index, '203.0.113.7')).not.toMatch(REFUSED)
  expect(requests).toHaveLength(2)
  expect(await signUp(5, '198.51.100.1')).toMatch(REFUSED)
})

test('clients with an unknown IP address share a limit of ten times as many password lookups', async () => {
  const { requests, signUp } = await start({ passwordLookups: { max: 1, window: 600 } })
  for (let index = 0; index < 12; index++) await signUp(index)
  expect(requests).toHaveLength(10)
})

test('by default, at most 100 passwords per client are looked up in 15 minutes', async () => {
  const { requests, signUp, wait } = await start({})
  for (let index = 0; index < 102; index++) await signUp(index, '203.0.113.7')
  expect(requests).toHaveLength(100)
  wait(800)
  await signUp(102, '203.0.113.7')
  expect(requests).toHaveLength(100)
  wait(100)
  await signUp(103, '203.0.113.7')
  expect(requests).toHaveLength(101)
})

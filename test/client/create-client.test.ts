import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.js'

/** The broadcast channels that a client has opened. */
const channels: string[] = []

class Channel {
  constructor(name: string) {
    channels.push(name)
  }
  postMessage(): void {}
  close(): void {}
}

beforeEach(() => {
  channels.length = 0
  vi.stubGlobal('location', new URL('https://app.test/settings'))
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => vi.unstubAllGlobals())

/** A client whose server sends the responses for these paths. */
function clientOf(responses: Readonly<Record<string, () => Response>>) {
  vi.stubGlobal('fetch', async (url: string) => {
    const response = responses[new URL(url, 'https://app.test').pathname]
    return response?.() ?? Response.json({ csrfToken: 'token' })
  })
  return createClient()
}

test('update() returns null and broadcasts the change if the user has signed out', async () => {
  const client = clientOf({ '/auth/session': () => Response.json(null, { status: 401 }) })
  expect(await client.update({ name: 'Ada' })).toBeNull()
  expect(channels).toEqual(['authwright:/auth'])
})

test.each([
  ['HTML', () => new Response('<h1>Unauthorized</h1>', { status: 401 })],
  ['nothing', () => new Response(null, { status: 401 })],
  ['an object', () => Response.json({ error: 'unauthorized' }, { status: 401 })],
])(
  'if a proxy responds with 401 and %s, update() rejects with the status and broadcasts nothing',
  async (_, response) => {
    const client = clientOf({ '/auth/session': response })
    await expect(client.update({ name: 'Ada' })).rejects.toMatchObject({ name: 'ClientError', status: 401 })
    expect(channels).toEqual([])
  },
)

test.each([{ message: { text: 'no' } }, { message: 7 }, { message: '' }, 'refused', null])(
  'the error of update() contains the status for the response body %j',
  async (body) => {
    const client = clientOf({ '/auth/session': () => Response.json(body, { status: 502 }) })
    await expect(client.update({ name: 'Ada' })).rejects.toMatchObject({
      name: 'ClientError',
      message: '/auth/session responded with 502.',
    })
  },
)

test('the error of update() contains the message of the server', async () => {
  const response = () => Response.json({ message: 'The name is too long.' }, { status: 400 })
  const client = clientOf({ '/auth/session': response })
  await expect(client.update({ name: 'Ada' })).rejects.toMatchObject({ message: 'The name is too long.' })
})

test('the error of getSession() contains the message of the server if the database is down', async () => {
  const body = { message: 'The session could not be read.' }
  const headers = { 'retry-after': '5' }
  const client = clientOf({ '/auth/session': () => Response.json(body, { status: 503, headers }) })
  await expect(client.getSession()).rejects.toMatchObject({ ...body, status: 503, retryAfter: 5 })
})

test.each([
  ['a page instead of JSON', () => new Response('<h1>Home</h1>')],
  ['an unknown route', () => Response.json({ message: 'Not found' }, { status: 404 })],
])('getSession() suggests another `basePath` if the response is %s', async (_, response) => {
  const client = clientOf({ '/auth/session': response })
  await expect(client.getSession()).rejects.toMatchObject({
    message: `/auth/session responded with ${response().status}. Set "basePath" to the path of the handler.`,
  })
})

test.each([
  { result: 'error' },
  { result: { ok: 'yes' } },
  { result: null },
  { result: true },
  'error',
  null,
])('a client method for passwords returns a failure for the response body %j', async (body) => {
  const { passwords } = clientOf({ '/auth/password': () => Response.json(body) })
  expect(await passwords.remove({ current: 'secret' })).toMatchObject({
    ok: false,
    status: 200,
    error: 'Configuration',
    reason: 'error',
  })
  expect(channels).toEqual([])
})

test.each([[null], ['error'], [[]], [{ github: null }], [{ github: 'oauth' }]])(
  'signIn() of a client returns a failure for the list of providers %j',
  async (providers) => {
    const client = clientOf({
      '/auth/providers': () => Response.json(providers),
      '/auth/signin/github': () => new Response('Not found', { status: 404 }),
    })
    expect(await client.signIn('github', { redirect: false })).toMatchObject({ ok: false, status: 404 })
  },
)

test('getCsrfToken() rejects a token that is not a string', async () => {
  const client = clientOf({ '/auth/csrf': () => Response.json({ csrfToken: { value: 'token' } }) })
  await expect(client.getCsrfToken()).rejects.toMatchObject({ name: 'ClientError', status: 200 })
})

test.each(['https://app.test/settings', 'https://app.test/settings#', 'https://app.test/settings#top'])(
  'signOut() reloads the page %s',
  async (href) => {
    let loads = 0
    // Like a browser: a URL that differs only in its fragment scrolls and does not load the page.
    const page = {
      href,
      search: '',
      assign: (target: string) => void (target.includes('#') || loads++),
      reload: () => void loads++,
    }
    vi.stubGlobal('location', page)
    await clientOf({ '/auth/signout': () => Response.json({ url: href }) }).signOut()
    expect(loads).toBe(1)
  },
)

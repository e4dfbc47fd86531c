/** Tests the client-side session without a UI framework, with stubbed browser globals. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession, signOut } from '../../src/svelte.js'

const ada = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }

/** Messages to other tabs. */
const posted: unknown[] = []
/** Responses to `GET /auth/session`. The last response is repeated. */
let responses: (() => Response)[] = []
let reads = 0

beforeEach(() => {
  vi.useFakeTimers()
  posted.length = 0
  reads = 0
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  vi.stubGlobal('location', new URL('https://app.test/settings'))
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (message: unknown): void => void posted.push(message)
      close(): void {}
    },
  )
  vi.stubGlobal('fetch', async (target: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(target, 'https://app.test')
    if (pathname === '/auth/csrf') return Response.json({ csrfToken: 'token' })
    if (pathname === '/auth/signout' && method === 'POST') {
      responses = [() => Response.json(null)]
      return Response.json({ url: 'https://app.test/' })
    }
    reads++
    const respond = responses.length > 1 ? responses.shift() : responses[0]
    return respond?.() ?? Response.error()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

/** Subscribes, and returns the states that the subscriber receives. */
function subscribe(session: ReturnType<typeof createSession>) {
  const states: string[] = []
  const stop = session.subscribe(({ status }: { readonly status: string }) => void states.push(status))
  return { states, stop }
}

test('a new subscriber learns about a sign-out that happened while there were no subscribers', async () => {
  responses = [() => Response.json(ada)]
  const session = createSession({ basePath: '/auth' })
  const first = subscribe(session)
  await settled()
  expect(first.states.at(-1)).toBe('authenticated')
  first.stop()
  await signOut({ redirect: false })
  posted.length = 0

  const second = subscribe(session)
  await settled()
  expect(second.states.at(-1)).toBe('unauthenticated')
  // Other tabs never receive the previous session.
  expect(posted.every((message) => !String(message).includes('Ada'))).toBe(true)
  second.stop()
})

test('the first subscriber to a server-rendered session learns about an earlier sign-out', async () => {
  const session = createSession({ basePath: '/auth', session: () => ada })
  await signOut({ redirect: false })
  const { states, stop } = subscribe(session)
  await settled()
  expect(states.at(-1)).toBe('unauthenticated')
  stop()
})

test('a new subscriber learns about an update that happened while there were no subscribers', async () => {
  const session = createSession({ basePath: '/auth', session: () => ada })
  responses = [() => Response.json({ ...ada, user: { name: 'Eve' } })]
  await session.update({ name: 'Eve' })
  const names: unknown[] = []
  const stop = session.subscribe(({ data }) => void names.push(data?.user.name))
  expect(names).toEqual(['Eve'])
  stop()
})

test('unsubscribing twice does not end other subscriptions', async () => {
  responses = [() => Response.json(ada), () => Response.json(null)]
  const session = createSession({ basePath: '/auth' })
  const first = subscribe(session)
  const second = subscribe(session)
  await settled()
  first.stop()
  first.stop()
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(second.states).toEqual(['loading', 'authenticated', 'unauthenticated'])
  second.stop()
})

test('with an infinite `refetchInterval`, the session is not fetched again', async () => {
  responses = [() => Response.json(ada)]
  const { stop } = subscribe(createSession({ refetchInterval: Number.POSITIVE_INFINITY }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toBe(1)
  stop()
})

test.each([
  ['a month', '2678400'],
  ['negative', '-1'],
])(
  'a failed first fetch of the session is not repeated immediately if `Retry-After` is %s',
  async (_, seconds) => {
    responses = [() => new Response('', { status: 503, headers: { 'retry-after': seconds } })]
    const session = createSession({ onError: () => {} })
    const { stop } = subscribe(session)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(reads).toBe(1)
    stop()
  },
)

test('after a render with a new session, no subscriber receives the earlier session again', async () => {
  responses = [() => Response.json(ada)]
  let rendered: typeof ada | null = null
  const session = createSession({ basePath: '/auth', session: () => rendered })
  const before = subscribe(session)
  rendered = ada
  const after = subscribe(session)
  await settled()
  expect(before.states).toEqual(['unauthenticated', 'authenticated'])
  expect(after.states).toEqual(['authenticated', 'authenticated'])
})

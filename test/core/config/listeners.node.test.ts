import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** An application with `signIn` listeners. `called` resolves when the last listener was called. */
function start(listeners: readonly (() => unknown)[]) {
  let reached: () => void
  const called = new Promise<void>((resolve) => {
    reached = resolve
  })
  const events = listeners.map((listener, index) => ({
    signIn: () => {
      if (index === 0) reached()
      return listener() as void
    },
  }))
  const made = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    events,
  })
  const browser = new Browser(made.handle)
  return { browser, called, logged: made.logged }
}

const never = (): Promise<never> => new Promise(() => {})

describe('a listener that never settles', () => {
  test('a listener that never settles delays a sign-in for five seconds, and is logged', async () => {
    const { browser, called, logged } = start([never])
    const signIn = browser.post('/auth/callback/credentials')
    await called
    await vi.advanceTimersByTimeAsync(4_900)
    expect(logged).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect((await signIn).status).toBe(302)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(logged.map(({ message }) => message)).toEqual([
      "A listener of the event 'signIn' did not settle within 5 seconds. Return sooner, and do long work in a queue.",
    ])
  })

  test('after a listener that never settles, the next listener is called, and the request is not delayed again', async () => {
    const heard: string[] = []
    const { browser, called } = start([
      never,
      () => {
        heard.push('second')
        return never()
      },
      () => void heard.push('third'),
    ])
    const signIn = browser.post('/auth/callback/credentials')
    await called
    await vi.advanceTimersByTimeAsync(5_100)
    expect((await signIn).status).toBe(302)
    expect(heard).toEqual(['second'])
    await vi.advanceTimersByTimeAsync(5_100)
    expect(heard).toEqual(['second', 'third'])
  })
})

test('an error that a listener throws after its time limit is logged', async () => {
  const { browser, called, logged } = start([
    () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 8_000)),
  ])
  const signIn = browser.post('/auth/callback/credentials')
  await called
  await vi.advanceTimersByTimeAsync(5_100)
  await signIn
  await vi.advanceTimersByTimeAsync(3_000)
  // The module that redacts secrets is loaded with the first error.
  await expect
    .poll(() => logged.map(({ message }) => message))
    .toEqual([
      expect.stringContaining('did not settle within 5 seconds'),
      "A listener of the event 'signIn' threw.",
    ])
})

describe.each([
  ['Next.js', Symbol.for('@next/request-context')],
  ['Vercel', Symbol.for('@vercel/request-context')],
])('on %s', (_, name) => {
  const globals = globalThis as { [name: symbol]: unknown }
  afterEach(() => {
    delete globals[name]
  })

  test('the platform waits for listeners that take longer than the request', async () => {
    const waited: Promise<unknown>[] = []
    globals[name] = { get: () => ({ waitUntil: (promise: Promise<unknown>) => void waited.push(promise) }) }
    let isDone = false
    const { browser, called } = start([
      () => new Promise<void>((resolve) => setTimeout(resolve, 20_000)),
      () => {
        isDone = true
      },
    ])
    const signIn = browser.post('/auth/callback/credentials')
    await called
    await vi.advanceTimersByTimeAsync(4_900)
    let isOver = false
    const over = Promise.all(waited).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    await signIn
    await vi.advanceTimersByTimeAsync(20_000)
    await over
    expect(isDone).toBe(true)
  })
})

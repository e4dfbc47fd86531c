import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { Browser } from '../../support/browser.js'
import { RIGHT, signIn, storeUser } from '../../support/passwords.js'

afterEach(() => {
  vi.useRealTimers()
})

test('with a configuration per request, the limit of concurrent hashes also applies to custom functions', async () => {
  let [running, most] = [0, 0]
  const work = async <Result>(result: Result): Promise<Result> => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
    return result
  }
  const adapter = memory()
  await storeUser(adapter, `plain:${RIGHT}`)
  const auth = createAuth(() =>
    createAuth()
      .provider(
        password({
          hash: {
            hash: (typed) => work(`plain:${typed}`),
            verify: (typed, stored) => work(stored === `plain:${typed}`),
          },
          send: () => undefined,
        }),
      )
      .adapter(adapter)
      .options({ secret: 'a secret of more than thirty-two characters', trustHost: true }),
  ).build()
  const browsers = Array.from({ length: 12 }, () => new Browser(auth.handler, 'https://app.test'))
  const responses = await Promise.all(browsers.map((browser) => signIn(browser)))
  expect(new Set(responses.map(({ headers }) => headers.get('location')))).toEqual(
    new Set(['https://app.test/inside']),
  )
  expect(most).toBeLessThanOrEqual(4)
})

test('custom hash functions that never return do not block sign-ins at another tenant', async () => {
  const adapter = memory()
  await storeUser(adapter, `plain:${RIGHT}`)
  let hanging = 0
  const hang = (): Promise<never> => {
    hanging += 1
    return new Promise(() => {})
  }
  const hash = {
    hash: (typed: string) => `plain:${typed}`,
    verify: (typed: string, stored: string) => stored === `plain:${typed}`,
  }
  const auth = createAuth((request) =>
    createAuth()
      .provider(
        password({
          hash: request?.url.startsWith('https://hanging.test/') ? { hash: hang, verify: hang } : hash,
          send: () => undefined,
        }),
      )
      .adapter(adapter)
      .options({
        secret: 'a secret of more than thirty-two characters',
        trustHost: true,
        logger: { error: () => undefined },
      }),
  ).build()
  const signInElsewhere = () => signIn(new Browser(auth.handler, 'https://app.test'))
  await signInElsewhere()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lost = Array.from({ length: 4 }, () => signIn(new Browser(auth.handler, 'https://hanging.test')))
  while (hanging === 0) await setImmediate()
  // This sign-in starts later than the hanging ones, so its time limit does not end together with theirs.
  await vi.advanceTimersByTimeAsync(100)
  let finished: Response | undefined
  const response = signInElsewhere().then((received) => {
    finished = received
  })
  for (let waited = 0; !finished && waited < 15_000; waited += 10) {
    await setImmediate()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(finished?.headers.get('location')).toBe('https://app.test/inside')
  await Promise.all([response, ...lost])
})

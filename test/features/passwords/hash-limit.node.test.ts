import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { Browser } from '../../support/browser.js'
import { RIGHT, signIn, storeUser } from '../../support/passwords.js'

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

/** The response to a client while too many passwords wait to be hashed. */
import { expect, test } from 'vitest'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { WorkQueue } from '../../../src/runtime/features/passwords/hash/work-queue.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

function busyApplication() {
  const hash = { hash: () => new Promise<string>(() => undefined), verify: () => false }
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  // These calls reject after five seconds, when the test is over.
  for (let left = 101; left > 0; left--) hasher.hash('correct horse battery staple').catch(() => undefined)
  const provider = credentialsWith({
    authorize: async () => ((await hasher.verify('wrong', null)).valid ? { id: 'ada' } : null),
  })
  return app({ providers: [provider], options: { secret: SECRET } })
}

test.each([
  ['a browser', 'text/html', 'text/html; charset=utf-8'],
  ['a script', 'application/json', 'application/json'],
])('%s gets status 503, with Retry-After', async (_, accept, type) => {
  const { handle, logged, warned } = busyApplication()
  const browser = new Browser((request) => {
    request.headers.set('accept', accept)
    return handle(request)
  })
  const response = await browser.post('/auth/callback/credentials')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).not.toContain('hashed')
  expect([logged, warned]).toEqual([[], ['ServerBusy: Too many passwords wait to be hashed.']])
})

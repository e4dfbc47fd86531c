import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createEvents, protect } from '../../../src/frameworks/sveltekit/events.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { github } from '../../../src/providers/github.js'
import { app } from '../../support/app.js'

const SITE = 'https://app.test'

/** A visit of a page by a browser that has the cookie of a session. */
function visitOf(path: string): AuthEvent {
  const url = new URL(path, SITE)
  const headers = { accept: 'text/html', cookie: '__Host-authwright.session-token=a-token-of-somebody' }
  const set = (): never => {
    throw new Error('No cookie is changed.')
  }
  const parts = { url, request: new Request(url, { headers }), isDataRequest: false, cookies: { set } }
  return parts as unknown as AuthEvent
}

test('a database that does not answer lets nobody through, and signs nobody out', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const application = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
    environment: { AUTH_URL: SITE },
  })
  await expect(protect(visitOf('/inside'), {}, createEvents(application.open))).rejects.toMatchObject({
    status: 503,
  })
  expect(application.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

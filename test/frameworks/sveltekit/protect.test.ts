import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { protect } from '../../../src/frameworks/sveltekit/protect.js'
import type { Shell } from '../../../src/frameworks/sveltekit/shell.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { createVisits } from '../../../src/frameworks/sveltekit/visit.js'
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
  const interpreter = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
    environment: { AUTH_URL: SITE },
  })
  const shell: Shell = {
    prefix: '',
    interpreter,
    visit: createVisits().of,
    instance: (visit) => interpreter.instance(visit.incoming().request()),
  }
  await expect(protect(visitOf('/inside'), {}, shell)).rejects.toMatchObject({ status: 503 })
  expect(interpreter.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

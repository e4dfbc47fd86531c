import { NextRequest } from 'next/server.js'
import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { guard } from '../../../src/frameworks/next/middleware.js'
import type { Shell } from '../../../src/frameworks/next/shell.js'
import { github } from '../../../src/providers/github.js'
import { app } from '../../support/app.js'

const SITE = 'https://app.test'

test('a database that does not answer lets nobody through, and signs nobody out', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const interpreter = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
    environment: { AUTH_URL: SITE },
  })
  const shell: Shell = { prefix: '', interpreter, instance: (request) => interpreter.instance(request) }
  const cookie = '__Host-authwright.session-token=a-token-of-somebody'
  const request = new NextRequest(`${SITE}/inside`, { headers: { cookie } })
  const page = (): Response => new Response('What only some may see.')
  const answer = await guard(request, undefined, page, shell)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(interpreter.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { NextRequest, NextResponse } from 'next/server.js'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { guard } from '../../../src/frameworks/next/middleware.js'
import { readForPages } from '../../../src/frameworks/next/read-for-pages.js'
import type { Shell } from '../../../src/frameworks/next/shell.js'
import { github } from '../../../src/providers/github.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const SITE = 'https://app.test'

const shellOf = (options: AppOptions): Shell & { logged: readonly Error[] } => {
  const interpreter = app({ environment: { AUTH_URL: SITE }, ...options })
  const { logged } = interpreter
  const { instance } = interpreter
  const instanceFor: Shell['instanceFor'] = ({ incoming }) => interpreter.instanceFor(incoming)
  return { prefix: '', interpreter, instance, instanceFor, logged }
}

test('a database that does not answer lets nobody through, and signs nobody out', async () => {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  const shell = shellOf({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    adapter: { ...memory(), getSessionAndUser: down },
  })
  const cookie = '__Host-authwright.session-token=a-token-of-somebody'
  const request = new NextRequest(`${SITE}/inside`, { headers: { cookie } })
  const page = (): Response => new Response('What only some may see.')
  const answer = await guard(request, undefined, page, shell)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(shell.logged.map(({ name }) => name)).toEqual(['AdapterError'])
})

describe('an answer that extends a session is for nobody else to keep', () => {
  const start = async (): Promise<{ shell: Shell; headers: { cookie: string; host: string } }> => {
    const ada = { id: 'ada', name: 'Ada' }
    const shell = shellOf({
      providers: [{ id: 'credentials', type: 'credentials', input: {}, authorize: () => ada }],
      session: { updateAge: 0 },
    })
    const browser = new Browser(shell.interpreter.handle)
    await browser.post('/auth/callback/credentials', {})
    return { shell, headers: { cookie: browser.jar.header, host: 'app.test' } }
  }

  test.each([
    ['of a page', () => NextResponse.next()],
    [
      'of a handler that lets it be kept',
      () => new Response('[]', { headers: { 'cache-control': 'public, s-maxage=3600' } }),
    ],
  ])('%s', async (_, handler) => {
    const { shell, headers } = await start()
    const answer = await guard(new NextRequest(`${SITE}/inside`, { headers }), undefined, handler, shell)
    expect(answer.headers.getSetCookie().join()).toContain('session-token=ey')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-store')
  })

  test('of the Pages Router', async () => {
    const { shell, headers } = await start()
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.setHeader('cache-control', 'public, s-maxage=3600')
    expect(await readForPages({ url: '/inside', headers }, response, shell)).toMatchObject({
      user: { name: 'Ada' },
    })
    expect(String(response.getHeader('set-cookie'))).toContain('session-token=ey')
    expect(response.getHeader('cache-control')).toBe('private, no-cache, no-store')
  })
})

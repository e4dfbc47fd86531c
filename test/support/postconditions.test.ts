import { expect, test } from 'vitest'
import { SECRET } from './app.js'
import { IdentityProvider } from './identity-provider.js'
import { Postconditions } from './postconditions.js'
import { recordedAdapter } from './recorded-adapter.js'

const COOKIE = '__Host-authwright.session-token=hidden+value; Path=/; HttpOnly; SameSite=Lax; Secure'
const CODE = '01234567-89ab-cdef-0123-456789abcdef'

interface Said {
  readonly status?: number
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly cookies?: readonly string[]
}

/** A watched application with prepared responses. */
async function watching(...answers: readonly Said[]) {
  const idp = await IdentityProvider.start()
  const left = [...answers]
  const handle = async (): Promise<Response> => {
    const { status = 200, body = 'null', headers = {}, cookies = [] } = left.shift() ?? {}
    const sent = new Headers({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      ...headers,
    })
    for (const cookie of cookies) sent.append('set-cookie', cookie)
    return new Response(body, { status, headers: sent })
  }
  const conditions = new Postconditions({
    app: { handle, logged: [] },
    idp,
    adapter: recordedAdapter(),
    origin: 'https://app.test',
    providerOrigins: ['https://idp.test'],
    secrets: ['a password'],
  })
  return {
    idp,
    ask: (search = '') => conditions.handle(new Request(`https://app.test/auth/session${search}`)),
  }
}

test.each<[string, Said]>([
  ['a JSON response', {}],
  ['a page', { headers: { 'content-type': 'text/html; charset=utf-8' } }],
  ['a strict cookie', { cookies: [COOKIE] }],
  ['a redirect to the provider', { status: 302, headers: { location: 'https://idp.test/authorize?x=1' } }],
])('the postconditions accept %s', async (_, said) => {
  const { ask } = await watching(said)
  expect((await ask()).status).toBe(said.status ?? 200)
})

test.each<[string, string, Said]>([
  ['G2', 'status 500', { status: 500 }],
  ['G2', 'a wrong content type', { headers: { 'content-type': 'text/html' } }],
  ['G3', 'a long cookie', { cookies: [COOKIE.replace('hidden', 'x'.repeat(4_096))] }],
  ['G3', 'a cookie name without the prefix', { cookies: [COOKIE.replace('__Host-', '')] }],
  ['G3', 'a cookie with another path', { cookies: [COOKIE.replace('Path=/', 'Path=/auth')] }],
  ['G3', 'a cookie with a domain', { cookies: [`${COOKIE}; Domain=app.test`] }],
  ['G3', 'a cookie without HttpOnly', { cookies: [COOKIE.replace('HttpOnly; ', '')] }],
  ['G3', 'a cookie with SameSite=None', { cookies: [COOKIE.replace('Lax', 'None')] }],
  ['G3', 'a cookie without Secure', { cookies: [COOKIE.replace('; Secure', '')] }],
  ['G4', 'the secret', { body: `x${SECRET}x` }],
  ['G4', 'the secret in URL encoding', { body: encodeURIComponent(SECRET) }],
  ['G4', 'a password', { status: 302, headers: { location: 'https://app.test/?p=a%20password' } }],
  ['G4', 'the value of a cookie in the body', { cookies: [COOKIE], body: 'hidden+value' }],
  ['G4', 'the code of the request in the body', { body: CODE }],
  ['G5', 'a redirect to another site', { status: 302, headers: { location: 'https://evil.test/' } }],
  [
    'G5',
    'a redirect with characters outside of ASCII',
    { status: 302, headers: { location: 'https://app.test/\u00e9' } },
  ],
  ['G8', 'a response that may be cached', { headers: { 'cache-control': 'private' } }],
])('%s: the postconditions refuse %s', async (row, _, said) => {
  const { ask } = await watching(said)
  await expect(ask(`?code=${CODE}`)).rejects.toThrow(`${row}: `)
})

test('G4: a response must not contain secrets of earlier responses or of the provider', async () => {
  const told = async (body: string) => {
    const watched = await watching({ cookies: [COOKIE] }, { body })
    await watched.ask()
    await watched.idp.fetch('https://idp.test/token', {
      body: new URLSearchParams({ code_verifier: 'the-verifier' }),
    })
    ;(watched.idp.issued as string[]).push('the-token')
    return watched.ask()
  }
  for (const secret of ['hidden+value', 'the-verifier', 'the-token']) {
    await expect(told(secret)).rejects.toThrow('G4: ')
  }
  expect((await told('"nothing"')).status).toBe(200)
})

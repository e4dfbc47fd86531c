import { describe, expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import { raw } from '../../src/model/raw-response.js'
import { credentials } from '../../src/providers/credentials.js'

const authorize = ({ password }: { password: string }): { id: string; name: string } | null =>
  password === 'right' ? { id: 'u1', name: 'Ada' } : null

const logged: Error[] = []
const { handler } = createAuth()
  .provider(credentials({ input: { password: {} }, authorize }))
  .options({
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    logger: { error: (error) => void logged.push(error), warn: () => {} },
  })
  .build()

const post = async (fields: Record<string, string>): Promise<Request> => {
  const { body, cookies } = await handler(new Request('https://app.test/auth/csrf'), raw)
  const { csrfToken } = body as { csrfToken: string }
  const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  return new Request('https://app.test/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, ...fields }),
    headers: { cookie },
  })
}

describe('the response as data', () => {
  test('`raw` returns a JSON response as data', async () => {
    const answer = await handler(new Request('https://app.test/auth/session'), raw)
    expect(answer).toMatchObject({ status: 200, body: null, cookies: [] })
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'private, no-cache, no-store',
      'content-type': 'application/json',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('`raw` returns a redirect with its cookies', async () => {
    const { redirect, status, cookies } = await handler(
      await post({ password: 'right', callbackUrl: '/in' }),
      raw,
    )
    expect([redirect, status]).toEqual(['https://app.test/in', undefined])
    expect(cookies).toContainEqual({
      name: '__Host-authwright.session-token',
      value: expect.any(String),
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, expires: expect.any(Date) },
    })
  })

  test('`raw` returns a page as data', async () => {
    const { status, body, headers } = await handler(new Request('https://app.test/auth/signin'), raw)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain('<form')
  })
})

test('`raw` throws errors instead of returning a response', async () => {
  logged.length = 0
  await expect(handler(await post({ password: 'wrong' }), raw)).rejects.toMatchObject({
    type: 'CredentialsSignin',
  })
  const unsigned = new Request('https://app.test/auth/signout', { method: 'POST' })
  await expect(handler(unsigned, raw)).rejects.toMatchObject({ type: 'MissingCSRF' })
  for (const [path, method] of [
    ['/auth/nothere', 'GET'],
    ['/auth/csrf', 'POST'],
  ] as const) {
    const request = new Request(`https://app.test${path}`, { method })
    await expect(handler(request, raw)).rejects.toMatchObject({ type: 'UnknownAction' })
  }
})

test("a request or a server's second argument cannot turn on `raw`", async () => {
  const request = new Request('https://app.test/auth/session?raw=1', { headers: { raw: '1' } })
  for (const other of [undefined, {}, { raw: true }, { params: { raw } }, 'raw', Symbol('authwright.raw')]) {
    const answer = await (handler as (request: Request, more: unknown) => Promise<unknown>)(request, other)
    expect(answer).toBeInstanceOf(Response)
  }
})

test.each([
  ['signin', 'signIn'],
  ['error', 'error'],
  ['signout', 'signOut'],
] as const)('the redirect of /auth/%s to a custom page is visible ASCII in `raw`', async (route, page) => {
  const { handler } = createAuth()
    .provider(credentials({ input: { password: {} }, authorize }))
    .pages({ [page]: '/\u0432\u0445\u043e\u0434' })
    .options({ secret: 'a secret of more than thirty-two characters', trustHost: true })
    .build()
  const { redirect } = await handler(new Request(`https://app.test/auth/${route}`), raw)
  expect(redirect).toMatch(/^https:\/\/app\.test\/%D0%B2%D1%85%D0%BE%D0%B4(?:$|\?)/)
})

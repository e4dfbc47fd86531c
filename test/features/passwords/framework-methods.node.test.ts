// Loaded before the kit, as an application loads it.
import 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth as createNextAuth } from '../../../src/next.js'
import { password } from '../../../src/providers/password.js'
import { createAuth as createSolidStartAuth } from '../../../src/solid-start.js'
import { type AuthLocals, createAuth as createSvelteKitAuth } from '../../../src/sveltekit.js'
import {
  inNextRequest,
  inSolidStartRequest,
  inSvelteKitRequest,
  svelteKitEvent,
} from '../../../src/testing/vitest.js'
import { CookieJar } from '../../support/cookie-jar.js'
import { ADA, countedHash, RIGHT } from '../../support/passwords.js'

vi.mock('$app/paths', () => ({ resolve: (path: string) => path }))
vi.mock('$env/dynamic/private', () => ({ env: {} }))

const ORIGIN = 'https://app.test'
const options = { secret: 'a secret of more than thirty-two characters', trustHost: true }

/** A user with a browser and a mailbox. */
function visitor() {
  const jar = new CookieJar(undefined, ORIGIN)
  const links: URL[] = []
  return {
    provider: password({ hash: countedHash(), send: ({ url }) => void links.push(new URL(url)) }),
    token: () => links.at(-1)?.searchParams.get('token') ?? '',
    request(method = 'POST') {
      const headers = { cookie: jar.header, origin: ORIGIN, 'x-forwarded-proto': 'https' }
      const body = method === 'POST' ? new FormData() : null
      return new Request(`${ORIGIN}/welcome`, { method, headers, body })
    },
    take: (headers: Headers) => jar.take(new Response(null, { headers }), ORIGIN),
  }
}

const signedUp = { ok: true, url: `${ORIGIN}/inside` }

test('a user signs up with a password in server actions of Next.js', async () => {
  const { provider, token, request, take } = visitor()
  const { auth } = createNextAuth().provider(provider).adapter(memory()).options(options).build()
  const act = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const { result, cookies } = await inNextRequest(request(), run)
    for (const { name, value } of cookies)
      take(new Headers({ 'set-cookie': `${name}=${value}; Path=/; Secure; HttpOnly` }))
    return result
  }
  expect(await act(() => auth.passwords.signUp({ email: ADA, password: RIGHT }))).toEqual({ ok: true })
  const confirm = () => auth.passwords.finishSignUp({ token: token() }, { redirectTo: '/inside' })
  expect(await act(confirm)).toEqual(signedUp)
  expect((await inNextRequest(request('GET'), () => auth())).result?.user.email).toBe(ADA)
})

test('a user signs up with a password in server functions of SolidStart', async () => {
  const { provider, token, request, take } = visitor()
  const auth = createSolidStartAuth().provider(provider).adapter(memory()).options(options).build()
  const act = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const { result, headers } = await inSolidStartRequest(request(), run)
    take(headers)
    return result
  }
  expect(await act(() => auth.passwords.signUp({ email: ADA, password: RIGHT }))).toEqual({ ok: true })
  const confirm = () => auth.passwords.finishSignUp({ token: token() }, { redirectTo: '/inside' })
  expect(await act(confirm)).toEqual(signedUp)
  const { result } = await inSolidStartRequest(request('GET'), () => auth.getSession())
  expect(result?.user.email).toBe(ADA)
})

test('a user signs up with a password in form actions of SvelteKit', async () => {
  const { provider, token, request, take } = visitor()
  const auth = createSvelteKitAuth().provider(provider).adapter(memory()).options(options).build()
  type Locals = AuthLocals<typeof auth>['auth']
  const act = async <Result>(run: (auth: Locals) => Promise<Result>, method?: string): Promise<Result> => {
    const event = svelteKitEvent(request(method))
    const results: Result[] = []
    const resolve = async () => {
      results.push(await run(event.locals['auth'] as Locals))
      return new Response()
    }
    await inSvelteKitRequest(event, () => auth.handle({ event: event as never, resolve }))
    take(event.responseHeaders)
    return results[0] as Result
  }
  expect(await act(({ passwords }) => passwords.signUp({ email: ADA, password: RIGHT }))).toEqual({
    ok: true,
  })
  expect(
    await act(({ passwords }) => passwords.finishSignUp({ token: token() }, { redirectTo: '/inside' })),
  ).toEqual(signedUp)
  expect((await act((locals) => locals(), 'GET'))?.user.email).toBe(ADA)
})

test('redirects of an application with a base path stay below the base path', async () => {
  const { request } = visitor()
  const auth = createSolidStartAuth()
    .provider(password({ hash: countedHash(), verify: false }))
    .adapter(memory())
    .options({ ...options, appBasePath: '/docs' })
    .build()
  const typed = { email: ADA, password: RIGHT }
  const signUp = () => auth.passwords.signUp(typed, { redirectTo: '/inside' })
  expect((await inSolidStartRequest(request(), signUp)).result).toEqual({
    ok: true,
    url: `${ORIGIN}/docs/inside`,
  })
})

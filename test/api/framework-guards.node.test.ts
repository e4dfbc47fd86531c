import '../frameworks/next/async-storage.js'
import { createServer } from 'node:http'
import { NextRequest } from 'next/server.js'
import { provideRequestEvent } from 'solid-js/web/storage'
import { describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createBuilder } from '../../src/builder/create-auth.js'
import { InvalidRequest } from '../../src/errors.js'
import { createSvelteKitAuth } from '../../src/frameworks/sveltekit/create-sveltekit-auth.js'
import { createAuth as createWebAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { toNodeHandler } from '../../src/node.js'
import { credentials } from '../../src/providers/credentials.js'
import { createAuth as createSolidAuth } from '../../src/solid-start.js'
import { runInNext } from '../frameworks/next/request.js'
import { SECRET } from '../support/app.js'

const SITE = 'http://localhost'
const COOKIE = 'authwright.session-token=a-token-of-somebody'

// These SvelteKit modules exist only in an application.
vi.mock('../../src/frameworks/sveltekit/kit.js', () => ({
  kitBase: () => '',
  kitEnvironment: () => ({ AUTH_URL: 'http://localhost' }),
}))

const kinds = ['page', 'data', 'action'] as const
type Kind = (typeof kinds)[number]

/** The result of a request: its status and its redirect target. */
interface Outcome {
  readonly status: number
  readonly leadsTo?: string | undefined
}

/** An application with a page that only signed-in users may see. */
interface Guarded {
  /** Requests the page. */
  send(kind: Kind, cookie?: string): Promise<Outcome>
  /** Every call that reads the session or starts a sign-in in one request. */
  everything(): Promise<unknown>
}

/** The log, and how often the configuration was resolved. */
interface Seen {
  resolved: number
  readonly logged: string[]
}

const provider = credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })

/** A lazy configuration with a database that is down. */
function lazily(build: any, seen: Seen, callbacks: object = {}): any {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  return build(() => {
    seen.resolved += 1
    return build()
      .provider(provider)
      .adapter({ ...memory(), getSessionAndUser: down })
      .session({ strategy: 'database' })
      .callbacks(callbacks)
      .options({
        secret: SECRET,
        logger: { error: ({ name }: Error) => void seen.logged.push(name), warn: () => {} },
      })
  }).build()
}

/** The value that the function throws. */
const thrownBy = (run: () => Promise<unknown>): Promise<unknown> =>
  run().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

function locationOf(location: string | null | undefined): string | undefined {
  return location ? new URL(location, SITE).pathname : undefined
}

/** The headers that the framework's client-side code sends, by kind of request. */
const nextHeaders: Record<Kind, Record<string, string>> = {
  page: { accept: 'text/html' },
  data: { accept: 'application/json' },
  action: { accept: 'text/x-component', 'next-action': 'abc' },
}

/** The result of an error that is thrown in a page or route handler of Next.js. */
function nextOutcome(error: unknown): Outcome {
  const digest = String((error as { digest?: unknown }).digest ?? '')
  if (digest.startsWith('NEXT_REDIRECT;')) {
    const [, , location = ''] = digest.split(';')
    return { status: 302, leadsTo: locationOf(location) }
  }
  const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$/.exec(digest) ?? []
  // Next.js shows the error page.
  return { status: Number(status ?? 500) }
}

const frameworks: Record<string, (seen: Seen) => Guarded> = {
  'Next.js, protect()': (seen) => {
    const { auth, signIn, signOut, unstable_update: update } = lazily(createNextAuth, seen)
    return {
      send: (kind, cookie = '') =>
        runInNext({ host: 'localhost', ...nextHeaders[kind], ...(cookie && { cookie }) }, async () => {
          const thrown = await thrownBy(() => auth.protect())
          return thrown === undefined ? { status: 200 } : nextOutcome(thrown)
        }),
      everything: () =>
        runInNext({ host: 'localhost', ...nextHeaders.action }, async () => {
          const calls = [auth, auth, auth.protect, () => update({}), signOut, () => signIn('credentials')]
          for (const call of calls) await thrownBy(async () => call())
        }),
    }
  },
  'Next.js, middleware': (seen) => {
    const authorized = ({ auth: session }: { auth: unknown }): boolean => session !== null
    const { auth } = lazily(createNextAuth, seen, { authorized })
    const requestOf = (headers: Record<string, string>): NextRequest =>
      new NextRequest(`${SITE}/inside`, { headers: { host: 'localhost', ...headers } })
    return {
      async send(kind, cookie = '') {
        const response = await auth(requestOf({ ...nextHeaders[kind], ...(cookie && { cookie }) }), {})
        const { status } = response
        return {
          status: status === 307 ? 302 : status,
          leadsTo: locationOf(response.headers.get('location')),
        }
      },
      everything: async () => {
        const request = requestOf(nextHeaders.page)
        await auth(() => new Response())(request, {})
        await auth(request, {})
      },
    }
  },
  SvelteKit: (seen) => {
    const build = createBuilder('sveltekit', createSvelteKitAuth)
    const { handle, auth, signIn, signOut, update } = lazily(build, seen)
    const headersOf: Record<Kind, Record<string, string>> = {
      page: { accept: 'text/html' },
      data: { accept: 'application/json' },
      action: { accept: 'application/json', 'x-sveltekit-action': 'true' },
    }
    const eventOf = (headers: Record<string, string>, method = 'GET') => {
      const url = new URL('/inside', SITE)
      const body = method === 'POST' ? new URLSearchParams({ providerId: 'credentials' }) : null
      const request = new Request(url, { method, headers, body })
      return { url, request, isDataRequest: false, locals: {} as any, cookies: { set: () => {} } }
    }
    return {
      async send(kind, cookie = '') {
        const event = eventOf({ ...headersOf[kind], ...(cookie && { cookie }) })
        const thrown = (await thrownBy(() => auth.protect(event))) as any
        if (thrown === undefined) return { status: 200 }
        const { status = 500, location } = thrown
        return { status: status === 303 ? 302 : status, leadsTo: locationOf(location) }
      },
      async everything() {
        const event = eventOf({ ...headersOf.action, origin: SITE }, 'POST')
        const calls = [
          () => event.locals.auth(),
          () => auth({ ...event }),
          () => auth.protect({ ...event }),
          () => update(event, {}),
          () => signIn(event),
          () => signOut(event, {}),
        ]
        const resolve = async (): Promise<Response> => {
          for (const call of calls) await thrownBy(call)
          return new Response()
        }
        await handle({ event, resolve })
      },
    }
  },
  'SolidStart, protect()': (seen) => solidStart(seen, (auth) => () => auth.protect()),
  'SolidStart, middleware': (seen) =>
    solidStart(seen, (auth) => {
      const guard = auth.middleware({ paths: ['/inside'] })
      return async (event) => {
        const response = await guard(event)
        if (response) throw response
      }
    }),
  'the web entry behind node:http': (seen) => {
    const auth = lazily(createWebAuth, seen)
    const listener = toNodeHandler(async (request) => {
      const session = await auth.auth(request)
      return new Response(null, { status: session ? 200 : 401 })
    })
    return {
      async send(_, cookie = '') {
        const server = createServer(listener)
        await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve))
        const { port } = server.address() as { port: number }
        try {
          const { status } = await fetch(`http://localhost:${port}/inside`, { headers: { cookie } })
          return { status }
        } finally {
          server.close()
        }
      },
      async everything() {
        const request = new Request(`${SITE}/inside`)
        const calls = [
          () => auth.auth(request),
          () => auth.auth(request),
          () => auth.update({}, { request }),
          () => auth.signIn('credentials', { request }),
          () => auth.signOut({ request }),
          () => auth.sessions.current(request),
        ]
        for (const call of calls) await thrownBy(call)
      },
    }
  },
}

function solidStart(seen: Seen, guardOf: (auth: any) => (event: unknown) => Promise<unknown>): Guarded {
  const auth = lazily(createSolidAuth, seen)
  const guard = guardOf(auth)
  const headersOf: Record<Kind, Record<string, string>> = {
    page: { accept: 'text/html' },
    data: { accept: 'application/json' },
    action: { accept: '*/*', 'x-server-id': 'abc' },
  }
  const run = <Result>(headers: Record<string, string>, code: (event: any) => Promise<Result>) => {
    const request = new Request(`${SITE}/inside`, { headers })
    const event = { request, response: { headers: new Headers() }, locals: {}, nativeEvent: {}, router: {} }
    return provideRequestEvent(event as never, () => code(event))
  }
  return {
    send: (kind, cookie = '') =>
      run({ ...headersOf[kind], ...(cookie && { cookie }) }, async (event) => {
        const thrown = await thrownBy(() => guard(event))
        if (thrown === undefined) return { status: 200 }
        if (!(thrown instanceof Response)) return { status: 500 }
        return { status: thrown.status, leadsTo: locationOf(thrown.headers.get('location')) }
      }),
    everything: () =>
      run(headersOf.action, async (event) => {
        const calls = [
          () => guard(event),
          () => auth.getSession(),
          () => auth.getSession(event.request),
          () => auth.protect(),
          () => auth.update({}),
          () => auth.signIn('credentials'),
          () => auth.signOut(),
        ]
        for (const call of calls) await thrownBy(call)
      }),
  }
}

describe.each(Object.keys(frameworks))('a guard of %s', (name) => {
  const make = frameworks[name] as (seen: Seen) => Guarded
  const start = (): { seen: Seen; guarded: Guarded } => {
    const seen: Seen = { resolved: 0, logged: [] }
    return { seen, guarded: make(seen) }
  }

  /**
   * Whether the guard redirects a signed-out request to the sign-in page. Otherwise, it responds with 401.
   */
  const leads = (kind: Kind): boolean => {
    // The application responds to these requests itself.
    if (name.startsWith('the web entry')) return false
    // `callbacks.authorized` decides, and rejects every request here.
    return kind !== 'data' || name === 'Next.js, middleware'
  }

  test.each(kinds)('a guard never redirects a signed-out request to a protected page: %s', async (kind) => {
    const { seen, guarded } = start()
    const { status, leadsTo } = await guarded.send(kind)
    expect(status).toBe(leads(kind) ? 302 : 401)
    if (leads(kind)) expect(leadsTo).toMatch(/\/signin$/)
    expect(seen).toEqual({ resolved: 1, logged: [] })
  })

  test.each(kinds)('a guard accepts no request while the database is down: %s', async (kind) => {
    const { seen, guarded } = start()
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status, leadsTo } = await guarded.send(kind, COOKIE)
    consoleError.mockRestore()
    // A page of Next.js cannot set the status 503, so Next.js shows its error page.
    expect(status).toBe(name === 'Next.js, protect()' ? 500 : 503)
    expect(leadsTo).toBeUndefined()
    // `auth(request)` of the web entry throws this error, and `toNodeHandler` logs it.
    expect(seen).toEqual({ resolved: 1, logged: ['AdapterError'] })
  })

  test('a lazy configuration is resolved once for a request that runs a guard and other calls', async () => {
    const { seen, guarded } = start()
    await guarded.everything()
    expect(seen.resolved).toBe(1)
  })
})

const options = { secret: SECRET, logger: { error: () => {}, warn: () => {} } }

describe('the routes resolve a lazy configuration once', () => {
  test.each(['session', 'signin', 'error?error=AccessDenied', 'callback/acme?code=x'])(
    'a route of the web entry resolves a lazy configuration once: %s',
    async (path) => {
      let resolved = 0
      const build = createWebAuth as any
      const auth = build(() => {
        resolved += 1
        return build().provider(provider).options(options)
      }).build()
      await auth.handler(new Request(`${SITE}/auth/${path}`))
      expect(resolved).toBe(1)
    },
  )

  test.each(['session', 'signin', 'callback/acme?code=x'])(
    'a route of Next.js resolves a lazy configuration once: %s',
    async (path) => {
      let resolved = 0
      const build = createNextAuth as any
      const auth = build(() => {
        resolved += 1
        return build().provider(provider).options(options)
      }).build()
      const headers = { host: 'localhost' }
      await auth.handlers.GET(new NextRequest(`${SITE}/api/auth/${path}`, { headers }))
      expect(resolved).toBe(1)
    },
  )

  test.each(['session', 'signin', 'callback/acme?code=x'])(
    'a route of SvelteKit resolves a lazy configuration once: %s',
    async (path) => {
      let resolved = 0
      const build = createBuilder('sveltekit', createSvelteKitAuth) as any
      const { handle } = build(() => {
        resolved += 1
        return build().provider(provider).options(options)
      }).build()
      const url = new URL(`/auth/${path}`, SITE)
      const resolve = vi.fn()
      const event = {
        url,
        request: new Request(url),
        isDataRequest: false,
        locals: {},
        cookies: { set: () => {} },
      }
      await handle({ event, resolve })
      expect(resolved).toBe(1)
      // A route responded, not a page.
      expect(resolve).not.toHaveBeenCalled()
    },
  )

  test.each(['session', 'signin', 'callback/acme?code=x'])(
    'a route of SolidStart resolves a lazy configuration once: %s',
    async (path) => {
      let resolved = 0
      const build = createSolidAuth as any
      const auth = build(() => {
        resolved += 1
        return build().provider(provider).options(options)
      }).build()
      await auth.GET({ request: new Request(`${SITE}/api/auth/${path}`) })
      expect(resolved).toBe(1)
    },
  )
})

test('the middleware of Next.js responds with 400 if the configuration function rejects the request', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { auth } = createNextAuth(() => {
    throw new InvalidRequest('There is no such customer.')
  }).build() as any
  const response = await auth(new NextRequest(`${SITE}/inside`, { headers: { host: 'localhost' } }), {})
  expect(response.status).toBe(400)
  expect(logged.mock.calls.flat().join()).toContain('There is no such customer.')
  logged.mockRestore()
})

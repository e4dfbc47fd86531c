import '../frameworks/next/async-storage.js'
import { NextRequest } from 'next/server.js'
import { provideRequestEvent } from 'solid-js/web/storage'
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { protect as protectInKit } from '../../src/frameworks/sveltekit/protect.js'
import type { Shell } from '../../src/frameworks/sveltekit/shell.js'
import type { AuthEvent } from '../../src/frameworks/sveltekit/sveltekit-auth.js'
import { createVisits } from '../../src/frameworks/sveltekit/visit.js'
import { createAuth as createWebAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { credentials } from '../../src/providers/credentials.js'
import { interpret } from '../../src/runtime/interpret.js'
import { createAuth as createSolidAuth } from '../../src/solid-start.js'
import { runInNext } from '../frameworks/next/request.js'
import { SECRET } from '../support/app.js'

const SITE = 'http://localhost'
const COOKIE = 'authwright.session-token=a-token-of-somebody'

type Kind = 'page' | 'data' | 'action'

/** What became of a request: a status, and where it leads. */
interface Outcome {
  readonly status: number
  readonly leadsTo?: string | undefined
}

interface Guarded {
  /** Requests something that only a signed-in user may see. */
  ask(kind: Kind, cookie?: string): Promise<Outcome>
}

/** Counts how often the configuration is resolved. */
type Counter = { resolved: number }

const options = { secret: SECRET, logger: { error: () => {}, warn: () => {} } }
const provider = credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })

function adapter() {
  const down = async (): Promise<never> => {
    throw new Error('The database is down.')
  }
  return { ...memory(), getSessionAndUser: down }
}

function locationOf(location: string | null | undefined): string | undefined {
  return location ? new URL(location, SITE).pathname : undefined
}

/** The headers by which a framework's browser code requests each kind. */
const nextHeaders: Record<Kind, Record<string, string>> = {
  page: { accept: 'text/html' },
  data: { accept: 'application/json' },
  action: { accept: 'text/x-component', 'next-action': 'abc' },
}

/** What a page of Next.js, or a route handler, throws. */
function nextOutcome(error: unknown): Outcome {
  const digest = String((error as { digest?: unknown }).digest ?? '')
  if (digest.startsWith('NEXT_REDIRECT;')) {
    const [, , location = ''] = digest.split(';')
    return { status: 302, leadsTo: locationOf(location) }
  }
  const [, status] = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$/.exec(digest) ?? []
  // Next.js shows its error page.
  return { status: Number(status ?? 500) }
}

const frameworks: Record<string, (counter: Counter) => Guarded> = {
  'Next.js, protect()': (counter) => {
    const build = createNextAuth as any
    const auth = build(() => {
      counter.resolved += 1
      return build().provider(provider).adapter(adapter()).session({ strategy: 'database' }).options(options)
    }).build()
    return {
      ask: (kind, cookie = '') =>
        runInNext({ host: 'localhost', ...nextHeaders[kind], ...(cookie && { cookie }) }, async () => {
          try {
            await auth.auth.protect()
            return { status: 200 }
          } catch (error) {
            return nextOutcome(error)
          }
        }),
    }
  },
  'Next.js, middleware': (counter) => {
    const build = createNextAuth as any
    const auth = build(() => {
      counter.resolved += 1
      return build()
        .provider(provider)
        .adapter(adapter())
        .session({ strategy: 'database' })
        .callbacks({ authorized: ({ auth: session }: { auth: unknown }) => session !== null })
        .options(options)
    }).build()
    return {
      async ask(kind, cookie = '') {
        const headers = { host: 'localhost', ...nextHeaders[kind], ...(cookie && { cookie }) }
        const response = await auth.auth(new NextRequest(`${SITE}/inside`, { headers }), {})
        const { status } = response
        return {
          status: status === 307 ? 302 : status,
          leadsTo: locationOf(response.headers.get('location')),
        }
      },
    }
  },
  SvelteKit: (counter) => {
    const visits = createVisits()
    const source = lazySpec(counter)
    const interpreter = interpret(source, { environment: { AUTH_URL: SITE } })
    const shell: Shell = {
      prefix: '',
      interpreter,
      visit: visits.of,
      instance: (visit) => interpreter.instance(visit.incoming().request()),
    }
    const headersOf: Record<Kind, Record<string, string>> = {
      page: { accept: 'text/html' },
      data: { accept: 'application/json' },
      action: { accept: 'application/json', 'x-sveltekit-action': 'true' },
    }
    return {
      async ask(kind, cookie = '') {
        const url = new URL('/inside', SITE)
        const request = new Request(url, { headers: { ...headersOf[kind], ...(cookie && { cookie }) } })
        const parts = { url, request, isDataRequest: false, cookies: { set: () => {} } }
        try {
          await protectInKit(parts as unknown as AuthEvent, {}, shell)
          return { status: 200 }
        } catch (thrown) {
          const { status, location } = thrown as { status?: number; location?: string }
          if (status === undefined) return { status: 500 }
          return { status: status === 303 ? 302 : status, leadsTo: locationOf(location) }
        }
      },
    }
  },
  'SolidStart, protect()': (counter) => solidStart(counter, (auth) => () => auth.protect()),
  'SolidStart, middleware': (counter) =>
    solidStart(counter, (auth) => {
      const guard = auth.middleware({ paths: ['/inside'] })
      return async (event) => {
        const response = await guard(event)
        if (response) throw response
      }
    }),
}

function solidStart(counter: Counter, guardOf: (auth: any) => (event: unknown) => Promise<unknown>): Guarded {
  const build = createSolidAuth as any
  const auth = build(() => {
    counter.resolved += 1
    return build().provider(provider).adapter(adapter()).session({ strategy: 'database' }).options(options)
  }).build()
  const guard = guardOf(auth)
  const headersOf: Record<Kind, Record<string, string>> = {
    page: { accept: 'text/html' },
    data: { accept: 'application/json' },
    action: { accept: '*/*', 'x-server-id': 'abc' },
  }
  return {
    async ask(kind, cookie = '') {
      const request = new Request(`${SITE}/inside`, {
        headers: { ...headersOf[kind], ...(cookie && { cookie }) },
      })
      const event = { request, response: { headers: new Headers() }, locals: {}, nativeEvent: {}, router: {} }
      try {
        await provideRequestEvent(event as never, () => guard(event))
        return { status: 200 }
      } catch (thrown) {
        if (!(thrown instanceof Response)) return { status: 500 }
        return { status: thrown.status, leadsTo: locationOf(thrown.headers.get('location')) }
      }
    },
  }
}

function lazySpec(counter: Counter): { resolve(request: Request | undefined): any } {
  return {
    resolve() {
      counter.resolved += 1
      return {
        providers: [provider],
        adapter: adapter(),
        session: { strategy: 'database' },
        jwt: {},
        callbacks: { signIn: [], redirect: undefined, jwt: [], session: [] },
        events: { signIn: [], signOut: [], createUser: [], updateUser: [], linkAccount: [], session: [] },
        pages: {},
        cookies: {},
        options,
      }
    },
  }
}

describe.each(Object.keys(frameworks))('a guard of %s', (name) => {
  const make = frameworks[name] as (counter: Counter) => Guarded
  const isMiddlewareOfNext = name === 'Next.js, middleware'

  test.each<[Kind]>([['page'], ['data'], ['action']])(
    'leads a signed-out %s request nowhere inside',
    async (kind) => {
      const counter = { resolved: 0 }
      const { status, leadsTo } = await make(counter).ask(kind)
      // The middleware of Next.js leaves it to `callbacks.authorized` what gets 401.
      const leads = kind !== 'data' || isMiddlewareOfNext
      expect(status).toBe(leads ? 302 : 401)
      if (leads) expect(leadsTo).toMatch(/\/signin$/)
      expect(counter.resolved).toBe(1)
    },
  )

  test.each<[Kind]>([['page'], ['data'], ['action']])(
    'lets nobody in while the database is down: %s',
    async (kind) => {
      const counter = { resolved: 0 }
      const { status, leadsTo } = await make(counter).ask(kind, COOKIE)
      // A page of Next.js cannot respond with 503; its error page is shown.
      expect(status).toBe(name === 'Next.js, protect()' ? 500 : 503)
      expect(leadsTo).toBeUndefined()
      expect(counter.resolved).toBe(1)
    },
  )
})

describe('the routes resolve a lazy configuration once', () => {
  test.each(['session', 'signin', 'error?error=AccessDenied', 'callback/acme?code=x'])(
    'of the web entry: %s',
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

  test.each(['session', 'signin', 'callback/acme?code=x'])('of Next.js: %s', async (path) => {
    let resolved = 0
    const build = createNextAuth as any
    const auth = build(() => {
      resolved += 1
      return build().provider(provider).options(options)
    }).build()
    const headers = { host: 'localhost' }
    await auth.handlers.GET(new NextRequest(`${SITE}/api/auth/${path}`, { headers }))
    expect(resolved).toBe(1)
  })
})

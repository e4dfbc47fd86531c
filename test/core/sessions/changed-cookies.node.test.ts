import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { cookiePolicy } from '../../../src/runtime/core/http/cookie-policy.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { sessionsInMap } from '../../support/stores/session-map.js'
import { makeWorld, ORIGIN as WORLD_ORIGIN } from '../../support/world.js'

const ORIGIN = 'https://app.example.com'
const DOMAIN_NAME = '__Secure-authwright.session-token'

/** A form that signs in the user whose name was entered. */
const form = credentials({
  id: 'form',
  fields: { name: {} },
  input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
  authorize: (typed: object) => {
    const { name } = typed as { name: string }
    return { id: name, name, email: `${name}@example.com` }
  },
}) as never

const wide: Partial<AppOptions> = { session: { domain: 'example.com' } }
const narrow: Partial<AppOptions> = { session: { domain: 'app.example.com' } }
const named = { sessionToken: { name: 'sid' } }
const at = (path: '/' | '/auth'): Partial<AppOptions> => ({
  cookies: { sessionToken: { name: 'sid', options: { path } } },
})

/** Configurations before and after a deployment, with the same stores. */
const changes: Record<string, [Partial<AppOptions>, Partial<AppOptions>]> = {
  'from the host to a domain': [{}, wide],
  'from a domain to the host': [wide, {}],
  'from a domain to a narrower one': [wide, narrow],
  'from a domain to a wider one': [narrow, wide],
  'from the host to a domain, with a name of its own': [
    { cookies: named },
    { cookies: named, session: { domain: 'example.com' } },
  ],
  'from the host to a domain, with the cookies of Auth.js': [
    { options: { compat: 'authjs' } },
    { ...wide, options: { compat: 'authjs' } },
  ],
  'from one path to another': [at('/auth'), at('/')],
  'from one path to a longer one': [at('/'), at('/auth')],
}

function policyOf({ cookies, session, options }: Partial<AppOptions>) {
  return { secure: true, cookies: cookies ?? {}, sessionDomain: session?.domain, compat: options?.compat }
}

interface Deployment {
  readonly browser: Browser
  readonly signIn: (name?: string) => Promise<Response>
  readonly deploy: (parts: Partial<AppOptions>) => void
  readonly user: () => Promise<string | null>
}

interface SitePlace {
  readonly origin: string
  readonly basePath: `/${string}`
}

type Where = 'jwt' | 'database' | 'store'

async function deployment(
  where: Where,
  first: Partial<AppOptions>,
  { origin, basePath }: SitePlace = { origin: ORIGIN, basePath: '/auth' },
): Promise<Deployment> {
  const store = memoryStore()
  const adapter = memory()
  for (const name of ['ada', 'eve'])
    await adapter.createUser({ id: name, name, email: `${name}@example.com`, emailVerified: null } as never)
  const build = ({ options, session, ...parts }: Partial<AppOptions>) => {
    const { handle } = app({
      providers: [form],
      ...(where === 'database' && { adapter }),
      session: { ...session, ...(where === 'store' && { sessionStore: sessions }) },
      ...parts,
      options: { store, basePath, ...options },
    })
    return handle
  }
  const sessions = sessionsInMap(new Map())
  const browser = new Browser(build(first), origin, undefined, basePath) as Browser & {
    handle: Browser['handle']
  }
  return {
    browser,
    signIn: async (name = 'ada') => browser.post(`${basePath}/callback/form`, { name }),
    deploy: (parts) => Object.assign(browser, { handle: build(parts) }),
    user: async () => (await browser.session())?.user?.name ?? null,
  }
}

const places: readonly Where[] = ['jwt', 'database', 'store']
const cases = places.flatMap((where) =>
  Object.entries(changes).map(([what, pair]) => [where, what, pair] as const),
)

describe('a deployment that changes the session cookie', () => {
  test.each(cases)(
    '%s: a user can sign in again after the session cookie was changed (%s)',
    async (where, _, [before, after]) => {
      const { browser, signIn, deploy, user } = await deployment(where, before)
      await signIn()
      expect(await user()).toBe('ada')
      deploy(after)
      await user()
      await signIn()
      expect(await user()).toBe('ada')
      expect(await user()).toBe('ada')
      await signIn('eve')
      expect(await user()).toBe('eve')
      await browser.post('/auth/signout')
      expect(await user()).toBeNull()
      const { name } = cookiePolicy(policyOf(after)).sessionToken
      expect(browser.jar.get(name)).toBeUndefined()
    },
  )

  test.each(cases)(
    '%s: while two versions run side by side, a user stays signed in (%s)',
    async (where, _, pair) => {
      const { signIn, deploy, user } = await deployment(where, pair[0])
      await signIn()
      deploy(pair[1])
      await signIn()
      for (const version of [0, 1, 0, 1] as const) {
        deploy(pair[version])
        await user()
      }
      deploy(pair[1])
      expect(await user()).toBe('ada')
    },
  )
})

describe('several session cookies of one name', () => {
  const header = (browser: Browser, ...values: string[]): RequestInit => ({
    headers: { cookie: [browser.jar.header, ...values.map((value) => `${DOMAIN_NAME}=${value}`)].join('; ') },
  })
  const sessionWith = async (browser: Browser, init: RequestInit): Promise<any> =>
    (await browser.send('/auth/session', init)).json()

  test.each(places)(
    '%s: a second session cookie that is not valid does not sign the user out',
    async (where) => {
      const { browser, signIn, user } = await deployment(where, wide)
      await signIn()
      expect((await sessionWith(browser, header(browser, 'junk', 'more')))?.user.name).toBe('ada')
      expect(await user()).toBe('ada')
    },
  )

  test.each(places)(
    '%s: a request with sessions of two users is refused, and both cookies are deleted',
    async (where) => {
      const victim = await deployment(where, wide)
      await victim.signIn('ada')
      const { jar } = victim.browser
      const attacker = new Browser(victim.browser.handle, ORIGIN)
      await attacker.post('/auth/callback/form', { name: 'eve' })
      const both = header(victim.browser, attacker.jar.get(DOMAIN_NAME) as string)
      const response = await victim.browser.send('/auth/session', both)
      expect(await response.json()).toBeNull()
      const domains = response.headers
        .getSetCookie()
        .map((line) => /Domain=([^;]+)/.exec(line)?.[1] ?? 'host')
      expect(new Set(domains)).toEqual(new Set(['host', 'example.com', 'app.example.com']))
      expect(jar.get(DOMAIN_NAME)).toBeUndefined()
    },
  )

  test.each(places)(
    '%s: a sign-out ends the sessions of all session cookies with the same name',
    async (where) => {
      const { browser, signIn } = await deployment(where, wide)
      await signIn('ada')
      const hers = browser.jar.get(DOMAIN_NAME) as string
      const other = new Browser(browser.handle, ORIGIN)
      await other.post('/auth/callback/form', { name: 'eve' })
      const others = other.jar.get(DOMAIN_NAME) as string
      // Neither the first token nor the concatenation of both tokens belongs to a session.
      const fresh = new Browser(browser.handle, ORIGIN)
      const csrfToken = await fresh.csrfToken()
      const response = await fresh.send('/auth/signout', {
        method: 'POST',
        body: new URLSearchParams({ csrfToken }),
        headers: { origin: ORIGIN, ...header(fresh, hers, others).headers },
      })
      expect(response.status).toBe(302)
      for (const value of [hers, others]) {
        const cookie = `${DOMAIN_NAME}=${value}`
        expect(
          await (await browser.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))).json(),
        ).toBeNull()
      }
    },
  )

  test('jwt: the right session is read if two sessions in chunks have the same cookie names', async () => {
    const long = 'x'.repeat(3_000)
    const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, long }) } as never
    const { browser, signIn, deploy, user } = await deployment('jwt', { ...wide, callbacks })
    await signIn()
    expect(browser.jar.names).toContain(`${DOMAIN_NAME}.1`)
    deploy({ ...narrow, callbacks })
    await signIn()
    expect(await user()).toBe('ada')
    deploy(narrow)
    await signIn('eve')
    expect(await user()).toBe('eve')
  })

  test.each([
    ['https://a.b.c.example.com', '/auth'],
    ['https://app.eu.example.com', '/api/auth'],
  ] as const)(
    'jwt: a session in chunks replaces a session of a wider domain (%s%s)',
    async (origin, basePath) => {
      const long = 'x'.repeat(3_000)
      const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, long }) } as never
      const domain = new URL(origin).hostname as `${string}.${string}`
      const site = { origin, basePath }
      const { browser, signIn, deploy, user } = await deployment('jwt', { ...wide, callbacks }, site)
      await signIn()
      expect(browser.jar.names).toContain(`${DOMAIN_NAME}.1`)
      deploy({ session: { domain }, callbacks })
      await signIn()
      expect(await user()).toBe('ada')
      const sessionNames = browser.jar.names.filter((name) => name.startsWith(DOMAIN_NAME))
      expect(sessionNames).toEqual([`${DOMAIN_NAME}.0`, `${DOMAIN_NAME}.1`])
      await browser.post(`${basePath}/signout`)
      expect(await user()).toBeNull()
    },
  )

  test.each([1, 2])('jwt: a session is read although chunk %i of another session is sent', async (chunk) => {
    const long = 'x'.repeat(6_000)
    const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, long }) } as never
    const whole = await deployment('jwt', narrow)
    await whole.signIn()
    const divided = await deployment('jwt', { ...narrow, callbacks })
    await divided.signIn()
    expect(divided.browser.jar.names).toContain(`${DOMAIN_NAME}.2`)
    for (const { browser } of [whole, divided]) {
      const cookie = `${DOMAIN_NAME}.${chunk}=left; ${browser.jar.header}`
      expect((await sessionWith(browser, { headers: { cookie } }))?.user.name).toBe('ada')
    }
  })

  test('jwt: after a change of the cookie path, both cookies of a renewed session belong to one session', async () => {
    let now = Date.UTC(2040, 0, 1)
    const clock = () => now
    const { browser, signIn, deploy, user } = await deployment('jwt', { ...at('/auth'), clock })
    await signIn()
    deploy({ ...at('/'), clock })
    for (let day = 0; day < 40; day += 1) {
      now += 86_400_000 + 1_000
      expect(await user()).toBe('ada')
    }
    await browser.post('/auth/signout')
    expect(await user()).toBeNull()
  })

  test('jwt: a user can link an account while two cookies contain the session', async () => {
    let now = Date.UTC(2040, 0, 1)
    const session = { updateAge: 60 }
    const world = await makeWorld({ strategy: 'jwt', session, clock: () => now, ...at('/') })
    const browser = new Browser(world.app.handle, WORLD_ORIGIN)
    await world.enter(browser)
    const earlier = browser.jar.get('sid')
    now += 120_000
    await browser.session()
    expect(browser.jar.get('sid')).not.toBe(earlier)
    const { pathname, search } = await world.begin(browser, '/inside', { link: 'true' })
    const cookie = `sid=${earlier}; ${browser.jar.header}`
    const response = await browser.send(pathname + search, { headers: { cookie } })
    expect(locationOf(response).href).toBe(`${WORLD_ORIGIN}/inside`)
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
    expect((await browser.session())?.user.name).toBe('Grace')
    // The replaced session has ended, whichever cookie it was read from.
    for (const value of cookie.split('; ')) {
      if (value.startsWith('sid='))
        expect(await sessionWith(browser, { headers: { cookie: value } })).toBeNull()
    }
  })

  test('deleting the cookie of an ended session does not depend on earlier sign-ins of other users', async () => {
    let isBanned = false
    const callbacks = { jwt: ({ token }: { token: object }) => (isBanned ? null : token) }
    const parts: Partial<AppOptions> = { ...wide, callbacks: callbacks as never }
    const { browser, deploy } = await deployment('jwt', parts)
    const signedIn = async (name: string) => {
      isBanned = false
      const other = new Browser(browser.handle, ORIGIN)
      await other.post('/auth/callback/form', { name })
      return other.jar.header
    }
    const deletions = async (cookie: string) => {
      isBanned = true
      const response = await browser.handle(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }))
      return response.headers.getSetCookie()
    }
    const [first, second] = [await signedIn('ada'), await signedIn('ada')]
    // A new process, without data from earlier requests.
    deploy(parts)
    const before = await deletions(first)
    expect(before).toHaveLength(1)
    await signedIn('eve')
    expect(await deletions(second)).toEqual(before)
  })

  test('a response deletes a limited number of cookies', async () => {
    const { browser } = await deployment('jwt', wide)
    const response = await browser.send('/auth/session', {
      headers: {
        cookie: Array.from({ length: 40 }, (_, index) => `${DOMAIN_NAME}.${index % 10}=x`).join('; '),
      },
    })
    expect(response.headers.getSetCookie().length).toBeLessThan(30)
  })
})

describe('other cookies whose domain changes', () => {
  const csrfAt = (domain?: string): Partial<AppOptions> => ({
    cookies: { csrfToken: { name: 'csrf', options: domain === undefined ? {} : { domain } } },
  })

  test.each([
    ['from the host to a domain', undefined, 'example.com'],
    ['from a domain to the host', 'example.com', undefined],
  ])('a form is accepted with either CSRF cookie (%s)', async (_, before, after) => {
    const { signIn, deploy, user } = await deployment('jwt', csrfAt(before))
    await signIn()
    deploy(csrfAt(after))
    await signIn('eve')
    expect(await user()).toBe('eve')
    await signIn('ada')
    expect(await user()).toBe('ada')
  })
})

import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { lazyApp, type Parts, type RunningApp, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { Postconditions } from '../../support/postconditions.js'
import { acme } from '../../support/providers.js'
import { type RecordedAdapter, recordedAdapter } from '../../support/recorded-adapter.js'
import { credentials, ORIGIN, PASSWORD, worlds } from '../../support/world.js'

const start = worlds()

/** One tenant, with a configuration, a database and a provider. */
interface Tenant {
  readonly name: string
  readonly parts: Parts
  readonly adapter: RecordedAdapter
  readonly idp: IdentityProvider
  readonly logged: unknown[]
}

/** Resolves after a random number of turns of the event loop. */
async function sometime(): Promise<void> {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns--) await new Promise(setImmediate)
}

async function tenant(name: string): Promise<Tenant> {
  const idp = await IdentityProvider.start(`https://${name}.idp.test`)
  idp.user = {
    sub: `${name}-person`,
    name: `Person of ${name}`,
    email: `person@${name}.example`,
    email_verified: true,
  }
  idp.accessToken = `access-token-${name}-${crypto.randomUUID()}`
  const adapter = recordedAdapter()
  const seeded = await adapter.seed({
    id: `${name}-user`,
    name: `User of ${name}`,
    email: `user@${name}.example`,
  })
  const slow = new Proxy(adapter, {
    get: (target, method) => {
      const own: unknown = Reflect.get(target, method)
      return typeof own === 'function'
        ? (...args: unknown[]) => sometime().then(() => own.apply(target, args))
        : own
    },
  }) as Adapter
  const logged: unknown[] = []
  const parts: Parts = {
    providers: frozen([acme({ issuer: idp.issuer }), credentials(seeded)]),
    adapter: slow,
    session: { strategy: 'database' },
    callbacks: {
      signIn: () => sometime().then(() => true),
      session: (context) => sometime().then(() => ({ ...context.session, tenant: name })),
    },
    pages: frozen({}),
    cookies: frozen({}),
    options: {
      secret: `${SECRET} of ${name}`,
      basePath: `/${name}/auth`,
      logger: { error: (error) => void logged.push(error), warn: (...said) => void logged.push(said) },
    },
  }
  return { name, parts, adapter, idp, logged }
}

/** One process that serves all tenants. The first part of the path is the tenant. */
function serve(tenants: readonly Tenant[]): RunningApp {
  const resolve = async (request: Request | undefined): Promise<Parts> => {
    await sometime()
    const [, name] = new URL(request?.url ?? ORIGIN).pathname.split('/')
    const found = tenants.find((other) => other.name === name)
    if (!found) throw new Error(`There is no tenant ${name}.`)
    return found.parts
  }
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    await sometime()
    const owner = tenants.find(({ idp }) => address.startsWith(`${idp.issuer}/`))
    return owner ? owner.idp.fetch(address, init) : new Response(null, { status: 404 })
  }
  return lazyApp(resolve, { fetch })
}

function checked({ idp, adapter, logged }: Tenant, process: RunningApp): Postconditions {
  const providerOrigins = [idp.issuer]
  return new Postconditions({
    app: { ...process, logged },
    idp,
    adapter,
    origin: ORIGIN,
    providerOrigins,
    secrets: [PASSWORD],
  })
}

test('MT-1: each of 200 concurrent sign-ins at five tenants uses the configuration of its tenant', async () => {
  const tenants = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => tenant(name)))
  const process = serve(tenants)
  const guards = tenants.map((each) => checked(each, process))
  const talk = async (index: number): Promise<void> => {
    const at = index % tenants.length
    const [{ name, idp }, guard] = [tenants[at], guards[at]] as [Tenant, Postconditions]
    const browser = new Browser((request) => guard.handle(request), ORIGIN)
    const ask = (path: string): Promise<Response> => browser.send(`/${name}/auth/${path}`)
    const post = async (path: string, fields: Record<string, string> = {}): Promise<Response> => {
      const { csrfToken } = (await (await ask('csrf')).json()) as { csrfToken: string }
      const body = new URLSearchParams({ csrfToken, ...fields })
      return browser.send(`/${name}/auth/${path}`, { method: 'POST', body })
    }
    let who = `User of ${name}`
    if (index % 2 === 0) {
      const authorization = locationOf(await post('signin/acme', { callbackUrl: `/${name}` }))
      expect(authorization.origin).toBe(idp.issuer)
      const { pathname, search } = idp.authorize(authorization)
      expect(locationOf(await browser.send(pathname + search)).pathname).toBe(`/${name}`)
      who = `Person of ${name}`
    } else {
      const fields = { email: `user@${name}.example`, password: PASSWORD, callbackUrl: `/${name}` }
      expect(locationOf(await post('callback/credentials', fields)).pathname).toBe(`/${name}`)
    }
    const providers = JSON.stringify(await (await ask('providers')).json())
    for (const other of tenants) expect(providers.includes(`/${other.name}/`)).toBe(other.name === name)
    expect(await (await ask('session')).json()).toMatchObject({ tenant: name, user: { name: who } })
    expect((await post('signout')).status).toBe(302)
    expect(await (await ask('session')).json()).toBeNull()
  }
  // In four rounds, so that a machine with two cores responds in time.
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => talk(round * 50 + index)))
  }
  for (const { adapter, name } of tenants) {
    expect(adapter.rows.users.map(({ id }) => id)[0]).toBe(`${name}-user`)
    expect(adapter.rows.users).toHaveLength(2)
    expect(adapter.rows.accounts).toHaveLength(1)
    expect(adapter.rows.sessions).toEqual([])
  }
  for (const guard of guards) guard.checkRemains()
}, 60_000)

test('MT-2: a provider of one tenant is not available to another tenant', async () => {
  const [both, one] = [await tenant('both'), await tenant('one')]
  const only = { ...one, parts: { ...one.parts, providers: frozen([acme({ issuer: one.idp.issuer })]) } }
  const process = serve([both, only])
  const guard = checked(only, process)
  const browser = new Browser((request) => guard.handle(request), ORIGIN)
  expect(await (await browser.send('/both/auth/signin')).text()).toContain('type="password"')
  expect(await (await browser.send('/one/auth/signin')).text()).not.toContain('type="password"')
  const providers = (await (await browser.send('/one/auth/providers')).json()) as object
  expect(Object.keys(providers)).toEqual(['acme'])
  const refused = await browser.send('/one/auth/callback/credentials', { method: 'POST' })
  expect(locationOf(refused).searchParams.get('error')).toBe('Configuration')
})

describe('MT-4: a configuration function with a fault', () => {
  test('a tenant function that throws fails only its request, and the response does not reveal the reason', async () => {
    const good = await tenant('good')
    const process = serve([good])
    const guard = checked(good, process)
    const error = new Browser((request) => process.handle(request), ORIGIN)
    const logged: unknown[] = []
    const quiet = lazyApp(() => Promise.reject(new Error('vault token s.123')))
    const before = console.error
    console.error = (...said) => void logged.push(said)
    try {
      const answers = await Promise.all([
        error.send('/missing/auth/session'),
        guard.handle(new Request(`${ORIGIN}/good/auth/session`)),
        quiet.handle(new Request(`${ORIGIN}/auth/session`)),
      ])
      expect(answers.map(({ status }) => status)).toEqual([500, 200, 500])
      for (const answer of answers) {
        expect(answer.headers.get('cache-control')).toContain('no-store')
        expect(await answer.text()).not.toContain('s.123')
      }
      await expect(quiet.session(new Request(ORIGIN))).rejects.toThrow()
    } finally {
      console.error = before
    }
    expect(logged).toHaveLength(2)
  })

  test('a configuration whose secret changes with each request has no valid sessions', async () => {
    const each = await tenant('each')
    let turn = 0
    const options = () => ({ ...each.parts.options, secret: `${SECRET} ${turn++}` })
    const changing = lazyApp(() => ({ ...each.parts, options: options() }), { fetch: each.idp.fetch })
    const guard = checked(each, changing)
    const browser = new Browser((request) => guard.handle(request), ORIGIN)
    const { csrfToken } = (await (await browser.send('/each/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, email: 'user@each.example', password: PASSWORD })
    const response = await browser.send('/each/auth/callback/credentials', { method: 'POST', body })
    expect(response.status).toBe(403)
    expect(await (await browser.send('/each/auth/session')).json()).toBeNull()
    guard.checkRemains()
  })
})

test.each(['jwt', 'database'] as const)(
  'MT-5: no cookie of one tenant is valid for another tenant (%s)',
  async (strategy) => {
    const here = await start({ strategy })
    const there = await start({ strategy, options: { secret: 'the secret of another tenant, long enough' } })
    await there.enter()
    const callback = await there.begin()
    const csrfToken = await there.browser.csrfToken()
    for (const name of there.browser.jar.names) here.browser.jar.put(name, there.browser.jar.get(name) ?? '')
    const forged = await here.browser.send('/auth/signin/acme', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken }),
    })
    expect(forged.status).toBe(403)
    expect(locationOf(await here.finish(callback)).searchParams.get('error')).toBe('InvalidCheck')
    expect(await here.browser.session()).toBeNull()
    expect(here.idp.received).toEqual([])
    expect(await there.browser.session()).not.toBeNull()
  },
)

test('MT-7: environment variables are read at the first request only', async () => {
  const environment: Record<string, string> = { NODE_ENV: 'production', AUTH_URL: ORIGIN }
  const world = await start({ environment })
  await world.enter()
  Object.assign(environment, {
    AUTH_URL: 'https://evil.com',
    AUTH_SECRET: 'another secret of thirty-two characters',
    AUTH_TRUST_HOST: 'true',
  })
  expect(await world.browser.session()).not.toBeNull()
  const providers = JSON.stringify(await (await world.browser.send('/auth/providers')).json())
  expect(providers).not.toContain('evil.com')
})

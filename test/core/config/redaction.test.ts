/** Errors thrown by functions of the application are logged, and may repeat their arguments: G4 of the security cases. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OAuthProvider } from '../../../src/providers/kinds/oauth.js'
import { redacted, secretsIn } from '../../../src/runtime/core/config/redaction.js'
import { SECRET } from '../../support/app.js'
import { runs } from '../../support/fuzz.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { inTime } from '../../support/in-time.js'
import { PASSWORD, type WorldOptions, worlds } from '../../support/world.js'

// After each test, the log is searched for passwords, for cookies, and for the tokens that the provider
// issued.
const start = worlds()

/** An error like those of drivers and clients: its arguments are in its message, its cause and a property. */
const repeating = (...given: readonly unknown[]): Error =>
  Object.assign(new Error(`bad input: ${JSON.stringify(given)}`, { cause: new Error(String(given)) }), {
    given,
  })

const failing: WorldOptions = { strategy: 'jwt', failsItself: true }

const expectLogged = (logged: readonly unknown[]): void => {
  const log = inspect(logged, { depth: 12 })
  expect(log).toContain('bad input')
  expect(log).toContain('[redacted]')
}

describe('a password is not logged if an error contains it', () => {
  test('a password is not logged if authorize throws an error that contains it', async () => {
    const authorize = (input: unknown): never => {
      throw repeating(input)
    }
    const world = await start({ ...failing, password: { authorize } })
    await world.enter()
    expectLogged(world.logged)
  })

  test('a password is not logged if it is in a long chain of causes of an error that authorize throws', async () => {
    const authorize = (input: unknown): never => {
      let error = Object.assign(new Error('innermost'), { params: [input] })
      for (let depth = 0; depth < 8; depth += 1) {
        error = Object.assign(new Error('bad input', { cause: error }), { params: [] })
      }
      throw error
    }
    const world = await start({ ...failing, password: { authorize } })
    await world.enter()
    expect(inspect(world.logged, { depth: 30 })).toContain('bad input')
    expect(inspect(world.logged, { depth: 30 })).not.toContain(PASSWORD)
  })

  test('a password is not logged if an error that authorize throws has a getter that throws', async () => {
    const authorize = (input: unknown): never => {
      throw Object.defineProperty(repeating(input), 'broken', {
        enumerable: true,
        get: () => {
          throw new Error('The connection is closed.')
        },
      })
    }
    const world = await start({ ...failing, password: { authorize } })
    await world.enter()
    expectLogged(world.logged)
  })

  test('a password in a field with another name is not logged if authorize throws an error that contains it', async () => {
    const password = {
      input: { email: {}, word: { type: 'password' } },
      authorize: (input: unknown): never => {
        throw repeating(input)
      },
    }
    const world = await start({ ...failing, password })
    await world.enter(world.browser, { word: PASSWORD })
    expectLogged(world.logged)
  })

  test.each([
    ['pin', {}],
    ['word', { word: { type: 'password' } }],
  ])(
    'a PIN in the field `%s` is not logged if a schema converts it to a number and authorize throws an error that contains it',
    async (field, fields) => {
      const validate = (sent: unknown): { readonly value: unknown } => ({
        value: { [field]: Number((sent as Readonly<Record<string, unknown>>)[field]) },
      })
      const password = {
        input: { '~standard': { version: 1, vendor: 'test', validate } } as const,
        fields,
        authorize: (input: unknown): never => {
          throw repeating(input)
        },
      }
      const world = await start({ ...failing, password })
      await world.enter(world.browser, { [field]: '48151623' })
      expectLogged(world.logged)
      expect(inspect(world.logged, { depth: 12 })).not.toContain('48151623')
    },
  )

  test('a password is not logged if callbacks.signIn throws an error that contains it', async () => {
    const signIn = ({ credentials }: { credentials?: unknown }): never => {
      throw repeating(credentials)
    }
    const world = await start({ ...failing, callbacks: { signIn } })
    await world.enter()
    expectLogged(world.logged)
  })
})

describe('a token is not logged if an error contains it', () => {
  test('a token is not logged if profile throws an error that contains it', async () => {
    const profile = (_: unknown, tokens: unknown): never => {
      throw repeating(tokens)
    }
    const world = await start({ ...failing, provider: { profile } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('a token is not logged if userinfo.request throws an error that contains it', async () => {
    const request = ({ tokens }: { tokens: unknown }): never => {
      throw repeating(tokens)
    }
    const world = await start({ ...failing, provider: { idToken: false, userinfo: { request } } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('the client secret is not logged if userinfo.request throws an error that contains it', async () => {
    const privateKey = `-----BEGIN PRIVATE KEY-----\n${'k3y+'.repeat(16)}\n-----END PRIVATE KEY-----`
    const request = ({ provider }: { provider: OAuthProvider }): never => {
      const { clientSecret, clientSecretKey } = provider
      const [, line] = privateKey.split('\n')
      throw repeating(clientSecret, clientSecretKey, `the key ${line} is unknown`)
    }
    const clientSecretKey = { teamId: 'team', keyId: 'key-1', privateKey, sign: async () => 'signed' }
    const provider = { idToken: false, userinfo: { request }, clientSecretKey }
    const world = await start({ ...failing, provider })
    await world.signIn()
    expectLogged(world.logged)
    const log = inspect(world.logged, { depth: 12 })
    expect(log).toContain('key-1')
    for (const secret of ['s-e_c.r*et', 'k3y+k3y+']) expect(log).not.toContain(secret)
  })

  test('a private key is not logged if token.request throws an error that contains it', async () => {
    const request = ({ provider }: { provider: OAuthProvider }): never => {
      throw repeating(provider.clientSecretKey)
    }
    const clientSecretKey = { teamId: 'team', keyId: 'key-1', privateKey: 'an unusual p8 file' }
    const world = await start({ ...failing, provider: { token: { request }, clientSecretKey } as never })
    await world.signIn()
    expectLogged(world.logged)
    expect(inspect(world.logged, { depth: 12 })).not.toContain('an unusual p8 file')
  })

  test('a token is not logged if callbacks.signIn throws an error that contains it', async () => {
    const signIn = ({ account }: { account: unknown }): never => {
      throw repeating(account)
    }
    const world = await start({ ...failing, callbacks: { signIn } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('a token is not logged if signUp throws an error that contains it', async () => {
    const signUp = ({ account }: { account: unknown }): never => {
      throw repeating(account)
    }
    const world = await start({ ...failing, signUp })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('a token is not logged if callbacks.jwt throws an error that contains it at sign-in', async () => {
    const jwt = (context: object): never => {
      throw repeating('account' in context && context.account)
    }
    const world = await start({ ...failing, callbacks: { jwt } })
    await world.signIn()
    expectLogged(world.logged)
  })

  test('a token is not logged if callbacks.jwt or callbacks.session throws an error that contains it when a session is read', async () => {
    for (const broken of ['jwt', 'session'] as const) {
      let fails = false
      const jwt = (context: { token: Record<string, unknown>; account?: { access_token?: unknown } }) => {
        if (fails && broken === 'jwt') throw repeating(context.token)
        return context.account
          ? { ...context.token, accessToken: context.account.access_token }
          : context.token
      }
      const session = (context: { session: Record<string, unknown>; token?: unknown }) => {
        if (fails && broken === 'session') throw repeating(context.token)
        return context.session
      }
      const world = await start({ ...failing, callbacks: { jwt, session } as never })
      await world.signIn()
      fails = true
      expect((await world.browser.send('/auth/session')).status).toBe(500)
      expectLogged(world.logged)
    }
  })

  test('a token is not logged if a listener of an event throws an error that contains it', async () => {
    const signIn = (message: unknown): never => {
      throw repeating(message)
    }
    const world = await start({ strategy: 'jwt', events: { signIn } })
    await world.signIn()
    expectLogged(world.logged)
  })
})

/** A schema whose library repeats the value in its error. */
const schema = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown): never => {
      throw repeating(value)
    },
  },
}

const idp = await IdentityProvider.start()

/** The other functions of the application that receive secrets, each of which fails. */
const others: readonly (readonly [string, WorldOptions, 'enter' | 'signIn'])[] = [
  ['the schema `input` of a credentials provider', { password: { input: schema as never } }, 'enter'],
  [
    '`account` of a credentials provider',
    {
      password: {
        account: (input: unknown) => {
          throw repeating(input)
        },
      },
    },
    'enter',
  ],
  [
    'the schema `claims` of .jwt()',
    {
      jwt: { claims: schema },
      callbacks: { jwt: ({ token, account }: any) => ({ ...token, ...account }) },
    } as never,
    'signIn',
  ],
  [
    '`encode` of .jwt()',
    {
      jwt: {
        encode: ({ token, secret }: { token?: unknown; secret: unknown }) => {
          throw repeating(token, secret)
        },
        decode: () => null,
      },
      callbacks: { jwt: ({ token, account }: any) => ({ ...token, ...account }) },
    } as never,
    'signIn',
  ],
  [
    '`session.refresh.claims`',
    {
      callbacks: { jwt: ({ token, account }: any) => ({ ...token, ...account }) },
      session: {
        refresh: {
          every: 1,
          claims: (token: unknown) => {
            throw repeating(token)
          },
        },
      },
    } as never,
    'signIn',
  ],
  [
    '`customFetch`',
    {
      fetch: async (url: string, init: RequestInit) => {
        if (!url.endsWith('/token')) return idp.fetch(url, init)
        throw repeating(url, String(init.body), new Headers(init.headers).get('authorization'))
      },
      idp,
      provider: {
        clientSecret: 'the-client-secret-1',
        client: { token_endpoint_auth_method: 'client_secret_post' },
      },
    } as never,
    'signIn',
  ],
  [
    '`token.conform`',
    {
      provider: {
        token: {
          url: 'https://idp.test/token',
          conform: async (response: Response) => {
            throw repeating(await response.json())
          },
        },
      },
    },
    'signIn',
  ],
  [
    '`account` of an OAuth provider',
    {
      provider: {
        account: (tokens: unknown) => {
          throw repeating(tokens)
        },
      },
    },
    'signIn',
  ],
]

test.each(others)(
  'a secret is not logged if %s throws an error that contains it',
  async (_, options, way) => {
    let waited = 0
    const clock = (): number => Date.now() + waited
    const world = await start({ ...failing, stored: false, clock, ...options })
    await (way === 'enter' ? world.enter() : world.signIn()).catch(() => undefined)
    waited = 5_000
    await world.browser.session().catch(() => undefined)
    expectLogged(world.logged)
    expect(inspect(world.logged, { depth: 12 })).not.toContain(SECRET)
  },
)

test('a secret is not logged if `token.refresh` throws an error that contains it', async () => {
  let waited = 0
  const refresh = ({ refreshToken, provider }: { refreshToken: string; provider: OAuthProvider }): never => {
    throw repeating(refreshToken, provider.clientSecret)
  }
  const provider = { token: { url: 'https://idp.test/token', refresh } }
  const world = await start({ ...failing, strategy: 'database', clock: () => Date.now() + waited, provider })
  world.idp.misbehave({ token: (tokens) => ({ ...tokens, refresh_token: 'refresh-token-of-ada' }) })
  await world.signIn()
  waited = 400_000
  const request = new Request(world.origin, { headers: { cookie: world.browser.jar.header } })
  expect(await world.app.tokens(request, 'acme')).toMatchObject({ ok: false, reason: 'unavailable' })
  expectLogged(world.logged)
  const log = inspect(world.logged, { depth: 12 })
  for (const secret of ['refresh-token-of-ada', 's-e_c.r*et']) expect(log).not.toContain(secret)
})

test('a refresh token is not logged if an adapter fails to remove it', async () => {
  const world = await start({
    failsItself: true,
    strategy: 'database',
    options: { providerTokens: { place: 'database', encrypted: false } },
    through: (adapter) => ({
      ...adapter,
      updateAccountIf: (...given) => {
        throw repeating(...given)
      },
    }),
  })
  world.idp.misbehave({ token: (tokens) => ({ ...tokens, refresh_token: 'refresh-token-of-ada' }) })
  await world.signIn()
  const [userId = ''] = world.adapter.users
  const thrown = await world.app.tokens.revokeAll(userId).catch((error: unknown) => error)
  const text = inspect(thrown, { depth: 12 })
  expect(text).toContain('bad input')
  expect(text).not.toContain('refresh-token-of-ada')
})

const schemas: Readonly<Record<string, WorldOptions>> = {
  '`.session({ update })`': { session: { update: schema } } as never,
  '`.flow({ data })`': { flow: { data: schema } } as never,
}

test.each(Object.entries(schemas))(
  'a secret is not logged if the schema of %s throws an error that contains it',
  async (_, options) => {
    const world = await start({ ...failing, stored: false, ...options })
    const sent = { inviteToken: 'the-token-of-an-invitation' }
    if (options.flow)
      await world.begin(world.browser, '/', { state: JSON.stringify(sent) }).catch(() => undefined)
    else {
      await world.enter()
      await world.browser.send('/auth/session', {
        method: 'POST',
        body: JSON.stringify({ csrfToken: await world.browser.csrfToken(), data: sent }),
        headers: { 'content-type': 'application/json', origin: world.origin },
      })
    }
    expectLogged(world.logged)
    expect(inspect(world.logged, { depth: 12 })).not.toContain(sent.inviteToken)
  },
)

test('an error without secrets is logged unchanged', async () => {
  const thrown = new TypeError('the mail server is full')
  const authorize = (): never => {
    throw thrown
  }
  const world = await start({ ...failing, password: { authorize } })
  await world.enter()
  expect(world.errors).toMatchObject([{ cause: { err: thrown } }])
})

test('an error with a body of five megabytes is redacted within a second', async () => {
  const response = { rawBody: new Uint8Array(5_000_000) }
  const error = Object.assign(new Error('hunter2 was refused'), { response })
  const told = (await inTime(async () => redacted(error, ['hunter2']), 1_000)) as typeof error
  expect(told.message).toBe('[redacted] was refused')
  expect(told.response === response).toBe(true)
})

/** Log lines of databases, stores and clients. */
const LOG = [
  'The PostgreSQL server is not reachable. Start it, or check host and port in the URL.',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'duplicate key value violates unique constraint "auth_users_email_key"',
  "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
  'OOM command not allowed when used memory > maxmemory.',
  'The store did not respond to 3 calls within 1000 ms each.',
  'remaining connection slots are reserved for roles with the SUPERUSER attribute',
  'database or disk is full; the transaction was rolled back after another statement failed',
  'Something unexpected happened while the application was authenticating somebody.',
]

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

test('a word that contains a password as a substring is not partly redacted', () => {
  const inWords = fc
    .tuple(fc.constantFrom(...LOG), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 7 }))
    .map(([text, at, from, length]) => {
      const all = words(text)
      const word = all[at % all.length] ?? ''
      return { text, secret: word.slice(from % word.length, (from % word.length) + length) }
    })
  const property = fc.property(inWords, fc.boolean(), ({ text, secret }, isUpper) => {
    const known = new Set([...words(text), 'redacted'])
    const told = redacted(new Error(text), [isUpper ? secret.toUpperCase() : secret]).message
    expect(words(told).filter((word) => !known.has(word))).toEqual([])
  })
  fc.assert(property, runs)
})

test('a secret is redacted in quotes, in a URL, in JSON and after a name', () => {
  const around: readonly ((secret: string) => string)[] = [
    (secret) => `password=${secret}`,
    (secret) => `password authentication failed for "${secret}"`,
    (secret) => `failed: ${JSON.stringify({ given: secret })}`,
    (secret) => JSON.stringify(`line\n${secret}\tend`),
    (secret) => `https://host/path?password%3D${secret}%26next`,
    (secret) => `Key (token)=(${secret}) already exists.`,
  ]
  const secrets = fc.stringMatching(/^[A-Za-z0-9äß!$%&+.*"\\_-]{1,24}$/)
  const property = fc.property(secrets, fc.constantFrom(...around), (secret, place) => {
    const told = redacted(new Error(place(secret)), [secret]).message
    expect(told).toContain('[redacted]')
    if (secret.length > 10) expect(told).not.toContain(secret)
  })
  fc.assert(property, runs)
})

test.each(['pass"word 1', 'back\\slash', 'a&b=c/d e', "it's (100%)!", 'über"näch$tig', 'lone \ud800"'])(
  'the escaped form of a secret is redacted in JSON, in a URL and in a form: %j',
  (secret) => {
    const form = new URLSearchParams({ password: secret }).toString()
    const inUrl = `https://host/?password=${encodeURIComponent(secret.replace('\ud800', '\ufffd'))}`
    const text = [JSON.stringify({ password: secret }), form, inUrl, secret].join('\n')
    expect(redacted(new Error(text), [secret]).message).toBe(
      [
        '{"password":"[redacted]"}',
        'password=[redacted]',
        'https://host/?password=[redacted]',
        '[redacted]',
      ].join('\n'),
    )
  },
)

test('secrets in nested arguments of a function are redacted, even if a getter throws', () => {
  const claims = {
    get name(): string {
      throw new Error('The document is closed.')
    },
    github: { account: { access_token: 'first-hunter', scopes: [{ refreshToken: 'second-hunter' }] } },
    apiKey: { value: 'shown-value', privateKey: 'third-hunter' },
  }
  const error = new Error('first-hunter, second-hunter, third-hunter, shown-value')
  expect(redacted(error, secretsIn([claims])).message).toBe('[redacted], [redacted], [redacted], shown-value')
})

test('each object of a cyclic structure is searched only once', () => {
  let reads = 0
  const rows = Array.from({ length: 40 }, () => ({}) as Record<string, unknown>)
  for (const row of rows) {
    for (const [index, other] of rows.entries()) row[`row${index}`] = other
    Object.defineProperty(row, 'secret', {
      enumerable: true,
      get() {
        reads += 1
        return 'shared-hunter'
      },
    })
  }
  expect(redacted(new Error('shared-hunter'), secretsIn([rows])).message).toBe('[redacted]')
  expect(reads).toBe(40)
})

test('cyclic details of an error are read at most twice on each of five levels', () => {
  let reads = 0
  const rows = Array.from({ length: 20 }, () => ({}) as Record<string, unknown>)
  for (const row of rows) {
    for (const [index, other] of rows.entries()) row[`row${index}`] = other
    Object.defineProperty(row, 'note', {
      enumerable: true,
      get() {
        reads += 1
        return 'shared-hunter'
      },
    })
  }
  const error = Object.assign(new Error('The insert failed.'), { rows })
  const shown = redacted(error, ['shared-hunter']) as Error & { rows: readonly { note: string }[] }
  expect(shown.rows.map(({ note }) => note)).toEqual(rows.map(() => '[redacted]'))
  // Each of five levels is read once to search it and once to copy it.
  expect(reads).toBeLessThanOrEqual(20 * 5 * 2)
})

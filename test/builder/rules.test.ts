import { describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { AuthConfigurationError } from '../../src/builder/configuration-error.js'
import { definePlugin } from '../../src/builder/plugin.js'
import { type ReasonCode, reasons } from '../../src/builder/problem-sentences.js'
import { dev as devInBundle } from '../../src/dev/production-stub.js'
import { dev } from '../../src/dev.js'
import { AuthError } from '../../src/errors.js'
import { credentials } from '../../src/providers/credentials.js'
import { github } from '../../src/providers/github.js'
import { google } from '../../src/providers/google.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { oauth } from '../../src/providers/oauth.js'
import { oidc } from '../../src/providers/oidc.js'
import { passkey } from '../../src/providers/passkey.js'
import { password } from '../../src/providers/password.js'
import { webauthn } from '../../src/providers/webauthn.js'
import { mailbox } from '../support/mailbox.js'
import { createAuth, resolved, specOf } from './support.js'

/*
 * Configurations that the compiler refuses. Plain JavaScript has no types, so they are checked again at run time.
 */
const untyped = createAuth as (configuration?: unknown) => any
const claims = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } }
const email = nodemailer({ server: 'smtp://mail.example', from: 'sign-in@example.com' })
const users = { find: () => null, create: () => ({ id: 'ada' }) }
const { createSession: _, ...withoutSessions } = memory()

const wrong: Partial<Record<ReasonCode, () => any>> = {
  unknownName: () =>
    untyped()
      .provider(github())
      .callbacks({ signin: () => true }),
  wrongType: () => untyped().provider(github()).callbacks({ session: 5 }),
  notAProvider: () => untyped().provider({ id: 'acme' }),
  wideId: () => untyped().provider(github({ id: '' })),
  duplicateId: () => untyped().provider(github()).provider(github()),
  noProvider: () => untyped(),
  reservedField: () => untyped().provider(credentials({ input: { request: {} }, authorize: () => null })),
  providerAfterCallbacks: () =>
    untyped()
      .callbacks({ signIn: () => true })
      .provider(github()),
  adapterAfterCallbacks: () =>
    untyped()
      .provider(github())
      .events({ signIn: () => {} })
      .adapter(memory()),
  wideStrategy: () => untyped().provider(github()).session({ strategy: 'cookie' }),
  sessionAfterCallbacks: () =>
    untyped()
      .provider(github())
      .callbacks({ signIn: () => true })
      .session({ strategy: 'jwt' }),
  jwtAfterCallbacks: () =>
    untyped()
      .provider(github())
      .callbacks({ signIn: () => true })
      .jwt({ claims }),
  wideAdapter: () => untyped().provider(github()).adapter(undefined),
  secondTenant: () =>
    untyped()
      .provider(github())
      .tenant(() => 'a')
      .tenant(() => 'b'),
  secondAdapter: () => untyped().provider(github()).adapter(memory()).adapter(memory()),
  secondUsers: () => untyped().provider(github()).adapter(memory()).users(users),
  usersAfterCallbacks: () =>
    untyped()
      .provider(github())
      .callbacks({ signIn: () => true })
      .users(users),
  usersLack: () => untyped().provider(email).users(users),
  databaseNeedsAdapter: () => untyped().provider(github()).session({ strategy: 'database' }),
  adapterLacks: () => untyped().provider(github()).adapter(withoutSessions),
  emailNeedsAdapter: () => untyped().provider(email),
  webauthnNeedsAdapter: () => untyped().provider(passkey()),
  webauthnIsExperimental: () => untyped().provider(webauthn()).adapter(memory()),
  passwordNeedsAdapter: () => untyped().provider(password({ send: () => undefined })),
  passwordNeedsMail: () => untyped().provider(password()).adapter(memory()),
  secondPassword: () =>
    untyped()
      .adapter(memory())
      .provider(mailbox().provider)
      .provider(password())
      .provider(password({ id: 'second' })),
  secondConditionalUi: () =>
    untyped()
      .adapter(memory())
      .provider(passkey())
      .provider(passkey({ id: 'key' })),
  endpointsMissing: () => untyped().provider(oauth({ id: 'acme', token: 'https://acme.example/token' })),
  jwtCallbackNeedsJwt: () =>
    untyped()
      .provider(github())
      .adapter(memory())
      .callbacks({ jwt: () => ({}) }),
  authorizedNeedsNext: () =>
    untyped()
      .provider(github())
      .callbacks({ authorized: () => true }),
  appBasePathNeedsSolidStart: () => untyped().provider(github()).options({ appBasePath: '/docs' }),
  prefixNeedsSolidStart: () => untyped().provider(github()).options({ prefix: '/auth' }),
  relativePath: () => untyped().provider(github()).pages({ signIn: 'login' }),
  sessionDomain: () => untyped().provider(github()).session({ domain: 'https://example.com' }),
  optionNeedsJwt: () =>
    untyped()
      .provider(github())
      .adapter(memory())
      .session({ refresh: { every: 60, claims: () => ({}) } }),
  optionNeedsDatabase: () => untyped().provider(github()).session({ cookieCache: 60 }),
  hostPrefixedCookie: () =>
    untyped()
      .provider(github())
      .cookies({ csrfToken: { name: '__Host-csrf', options: { secure: false } } }),
  flowAfterCallbacks: () =>
    untyped()
      .provider(github())
      .callbacks({ signIn: () => true })
      .flow({
        data: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
      }),
  signUpNeedsAdapter: () => untyped().provider(github()).signUp('closed'),
  emptySecret: () => untyped().provider(github()).options({ secret: [] }),
  devInProduction: () => builtWith({ NODE_ENV: 'production' }, untyped().provider(dev())),
  devInBundle: () => untyped().provider(devInBundle()),
  devNeedsLoopback: () => builtWith({ AUTH_URL: 'https://app.example.com' }, untyped().provider(dev())),
}

/** A builder whose configuration is built where the variables are set. */
function builtWith(variables: Record<string, string>, builder: { build(): unknown }): { build(): unknown } {
  const build = () => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    try {
      return builder.build()
    } finally {
      vi.unstubAllEnvs()
    }
  }
  return { build }
}

/** Rules that only concern types, or that can be checked only at a sign-in. */
const compileTimeOnly: readonly ReasonCode[] = [
  'callbackOrder',
  'claimUnknown',
  'claimsChanged',
  'claimsMissing',
  'credentialsUserNotStored',
  'jwtUndefined',
  'lazyBuilt',
  'lazyCallbacks',
  'lazyForeign',
  'notAnInstance',
  'profileFieldUnknown',
  'profileValueRefused',
  'providersNotArray',
  'sessionFieldType',
  'sessionFieldNull',
  'sessionFieldUndefined',
  'sessionFieldsMissing',
  'sessionIncomplete',
  'sessionParams',
  'signInUndefined',
  'authorizedUndefined',
  'tokensNeedAdapter',
  'sessionHoldsTokens',
  'accountsNeedAdapter',
  'passwordsNeedProvider',
  'signUpFieldMissing',
  'signUpFieldUnknown',
  'signUpValueRefused',
  'updateUnchecked',
]

function problemsOf(builder: { build(): unknown }): AuthConfigurationError {
  try {
    builder.build()
  } catch (error) {
    if (error instanceof AuthConfigurationError) return error
    throw error
  }
  throw new Error('The configuration was accepted.')
}

/**
 * Rules about methods of features, which `.build()` of an entry point checks. Their tests are in
 * feature-methods.test.ts.
 */
const ofFeatures: readonly ReasonCode[] = ['apiNameTaken', 'lazyApi']

test('every rule is checked at run time or concerns only types', () => {
  const covered = [...Object.keys(wrong), ...compileTimeOnly, ...ofFeatures]
  expect(covered.sort()).toEqual(Object.keys(reasons).sort())
})

describe.each(Object.entries(wrong))('%s', (code, configure) => {
  test('a configuration that breaks one rule has exactly one problem', () => {
    expect(problemsOf(configure()).problems.map((problem) => problem.code)).toEqual([code])
  })

  test("the run-time error of a rule has the compile error's message and the URL of its page", () => {
    const { message, problems } = problemsOf(configure())
    const words = reasons[code as ReasonCode].split('%s')
    for (const part of words) expect(problems[0]?.sentence).toContain(part)
    expect(message).toBe(`${problems[0]?.sentence} See authwright/docs/rules/${code}.md`)
  })
})

test('each conflict of `.users()` is reported as one problem, in any order and in an object', () => {
  const wrongUsers: readonly [{ build(): unknown }, ...ReasonCode[]][] = [
    [untyped().users(users).provider(github()).users(users), 'secondUsers'],
    [untyped().users(users).provider(github()).adapter(memory()), 'secondUsers'],
    [untyped({ providers: [github()], adapter: memory(), users }), 'secondUsers'],
    [untyped().users(users).provider(email), 'usersLack'],
    [untyped({ providers: [email], users }), 'usersLack'],
    [
      untyped()
        .users(users)
        .provider(password({ verify: false })),
      'usersLack',
    ],
    [untyped().users(users).provider(github()).session({ strategy: 'database' }), 'usersLack'],
    [untyped().users({ find: users.find }).provider(github()), 'wrongType'],
    [untyped().users(null).provider(github()), 'wrongType', 'wrongType'],
    [
      untyped()
        .users({ ...users, update: true })
        .provider(github()),
      'wrongType',
    ],
    [
      untyped()
        .users({ ...users, remove() {} })
        .provider(github()),
      'unknownName',
    ],
  ]
  for (const [builder, ...codes] of wrongUsers) {
    expect(problemsOf(builder).problems.map(({ code }) => code)).toEqual(codes)
  }
})

test.each([
  ['provider', (builder: any) => builder.provider(github(), { id: 'other' })],
  ['adapter', (builder: any) => builder.adapter(memory(), { sessionTokens: 'plain' })],
  ['session', (builder: any) => builder.session({ strategy: 'jwt' }, { maxAge: 60 })],
])('additional JavaScript arguments of .%s() cause an error', (_, step) => {
  const [{ code, sentence } = { code: '', sentence: '' }] = problemsOf(
    step(untyped().provider(google())),
  ).problems
  expect(code).toBe('wrongType')
  expect(sentence).toBe('A step of the builder must be called with one argument.')
})

test('jwtCallbackNeedsJwt: options of `.jwt()` also require the strategy `jwt`, in steps and in an object', () => {
  const steps = untyped().provider(github()).adapter(memory()).jwt({ secret: 'only for tokens' })
  const object = untyped({ providers: [github()], adapter: memory(), jwt: { maxAge: 60 } })
  for (const builder of [steps, object]) {
    expect(problemsOf(builder).problems.map(({ code }) => code)).toEqual(['jwtCallbackNeedsJwt'])
  }
})

test('hostPrefixedCookie: the prefix matches in any letter case, as in browsers', () => {
  const cookie = { name: '__host-acme', options: { domain: 'acme.example' } }
  expect(codesOf(untyped().provider(github()).cookies({ sessionToken: cookie }))).toEqual([
    'hostPrefixedCookie',
  ])
  const shared = untyped()
    .provider(github())
    .session({ domain: 'acme.example' })
    .cookies({ sessionToken: { name: '__host-acme' } })
  expect(codesOf(shared)).toEqual(['hostPrefixedCookie'])
})

test('reservedField: a property of a schema object, such as `id`, does not count as a form field', () => {
  const fields = { ...claims, id: 'schema' }
  const builder = untyped()
    .provider(password({ verify: false, signUp: { fields } as never }))
    .adapter(memory())
  expect(() => builder.build()).not.toThrow()
})

test('unknownName: a name of two emoji is not similar to an option', () => {
  const problems = sentencesOf(untyped({ providers: [github()], '😀😀': true }))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^There is no option `😀😀`: did you mean `\w+`, `/)
})

test('jwtCallbackNeedsJwt: a plugin with `jwt` requires the strategy `jwt`, even without claims', () => {
  const plugin = definePlugin({ jwt: () => null })
  const builder = untyped().provider(github()).use(plugin).adapter(memory())
  expect(codesOf(builder)).toEqual(['jwtCallbackNeedsJwt'])
})

test('all problems are reported at once, in the order of the steps', () => {
  const { problems, message } = problemsOf(
    untyped({
      secret: '',
      basePath: 'auth',
      providers: [github(), github(), email],
      session: { strategy: 'database' },
      callbacks: { authorized: () => true },
      pages: { signIn: 'login', error: 'oops' },
    }),
  )
  expect(problems.map(({ code }) => code)).toEqual([
    'emptySecret',
    'relativePath',
    'duplicateId',
    'authorizedNeedsNext',
    'relativePath',
    'relativePath',
    'emailNeedsAdapter',
    'databaseNeedsAdapter',
  ])
  expect(message.split('\n')).toHaveLength(problems.length)
})

test('a lazy configuration is checked when it is created', async () => {
  const lazy = createAuth(() => untyped())
  await expect(resolved(lazy)).rejects.toThrow(AuthConfigurationError)
})

test('the error is an AuthConfigurationError, and contains no secret', () => {
  const error = problemsOf(untyped().options({ secret: ['hush', ''] }))
  expect(error).toBeInstanceOf(AuthError)
  expect(error.name).toBe('AuthConfigurationError')
  expect(error.message).not.toContain('hush')
})

test('the message names the missing methods and what needs them', () => {
  const { problems } = problemsOf(wrong.adapterLacks?.())
  expect(problems[0]?.sentence).toBe(
    "The adapter lacks methods that strategy 'database' needs: createSession.",
  )
})

test('adapterLacks: methods for several providers are reported once', () => {
  const { createUser } = memory()
  const builder = untyped().session({ strategy: 'jwt' }).adapter({ createUser })
  expect(codesOf(builder.provider(github()).provider(google()))).toEqual(['adapterLacks'])
})

test('adapterLacks: methods of a class instance count as adapter methods', () => {
  class Stored {}
  Object.assign(Stored.prototype, memory())
  expect(() => untyped().provider(github()).adapter(new Stored()).build()).not.toThrow()
})

const base = untyped().provider(github())
const sentencesOf = (builder: { build(): unknown }) =>
  problemsOf(builder).problems.map((each) => each.sentence)
const codesOf = (builder: { build(): unknown }) => problemsOf(builder).problems.map(({ code }) => code)

test('an unknown name is reported with the most similar name, or with all names', () => {
  const providers = [github()]
  expect(sentencesOf(untyped({ providers, callback: {}, secrets: 'x' }))).toEqual([
    'There is no option `callback`: did you mean `callbacks`?',
    'There is no option `secrets`: did you mean `secret`?',
  ])
  expect(sentencesOf(untyped({ providers, events: { signin: () => {} } }))).toEqual([
    'There is no event `signin`: did you mean `signIn`?',
  ])
  expect(sentencesOf(untyped({ providers }).callbacks({ authenticate: () => {} }))).toEqual([
    'There is no callback `authenticate`: did you mean `signIn`, `redirect`, `jwt`, `session` or `authorized`?',
  ])
  expect(codesOf(untyped({ providers }).options({ providers }))).toEqual(['unknownName'])
  expect(
    sentencesOf(
      untyped({ providers, pages: { signin: '/in' }, session: { maxage: 1 } })
        .jwt({ claim: {} })
        .cookies({ session: {}, flow: { option: {} } }),
    ),
  ).toEqual([
    'There is no session option `maxage`: did you mean `maxAge`?',
    'There is no page `signin`: did you mean `signIn`?',
    'There is no JWT option `claim`: did you mean `claims`?',
    'There is no cookie `session`: did you mean `sessionToken`, `csrfToken`, `flow`, `failedForm`, `pendingMail`, `knownBrowser`, `providerSession`, `providerSignOut` or `webauthnChallenge`?',
    'There is no cookie option `option`: did you mean `options`?',
  ])
})

test.each([
  ['a configuration', () => untyped(null).provider(github()), 'The configuration must be an object.'],
  ['the value of a cookie', () => base.cookies({ flow: null }), '`cookies.flow` must be an object.'],
  ['callbacks', () => base.callbacks(null), '`callbacks` must be an object.'],
  ['the option `compat`', () => base.options({ compat: 'next-auth' }), "`compat` must be 'authjs'."],
  [
    'the option `skipCSRFCheck`',
    () => base.options({ skipCSRFCheck: true }),
    "`skipCSRFCheck` must be the symbol `skipCSRFCheck` of 'authwright'.",
  ],
  [
    'a secret for session tokens',
    () => base.jwt({ secret: '' }),
    'The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.',
  ],
  ['a listener', () => base.events({ signOut: 'log' }), '`events.signOut` must be a function.'],
  [
    'the list of providers',
    () => untyped({ providers: github() }).provider(github()),
    '`providers` must be an array.',
  ],
])('%s of a wrong type causes an error that names the option', (_, configure, sentence) => {
  expect(sentencesOf(configure())).toEqual([sentence])
})

test('a configuration function that returns nothing causes an error', async () => {
  await expect(resolved(untyped(() => undefined))).rejects.toThrow('The configuration must be an object.')
})

test('undefined options have no effect', () => {
  const steps = ['session', 'jwt', 'callbacks', 'events', 'pages', 'cookies', 'options']
  const builder = steps.reduce((each, step) => each[step](undefined), untyped())
  const object = Object.fromEntries(steps.slice(0, -1).map((step) => [step, undefined]))
  expect(() => builder.provider(github()).build()).not.toThrow()
  expect(() => untyped({ ...object, adapter: undefined, providers: [github()] }).build()).not.toThrow()
  expect(() => untyped().provider(github()).cookies({ flow: undefined }).build()).not.toThrow()
})

test('a null adapter and an undefined strategy cause an error, unlike missing options', () => {
  const providers = [github()]
  expect(codesOf(untyped({ providers, adapter: null }))).toEqual(['wideAdapter'])
  expect(codesOf(untyped({ providers, session: { strategy: undefined } }))).toEqual(['wideStrategy'])
})

test.each([
  ['an unknown type', { id: 'acme', type: 'saml' }],
  ['a function that returns no provider', () => 1],
])('%s is refused as a provider', (_, provider) => {
  expect(codesOf(untyped().provider(github()).provider(provider))).toEqual(['notAProvider'])
})

test.each([
  [credentials, 'authorize', undefined],
  [credentials, 'authorize', {}],
  [nodemailer, 'sendVerificationRequest', {}],
  [webauthn, 'simpleWebAuthn', {}],
])(
  'a provider without a required function causes an error that names the function',
  (factory: (options: any) => object, method, given) => {
    const provider = factory({
      id: 'acme',
      server: 'smtp://mail.example',
      from: 'a@b.example',
      [method]: given,
    })
    const { problems } = problemsOf(untyped().provider(github()).provider(provider))
    expect(problems.map(({ sentence }) => sentence)).toEqual([`\`acme.${method}\` must be a function.`])
  },
)

const endpoints = {
  authorization: 'https://op.example/a',
  token: 'https://op.example/t',
  userinfo: 'https://op.example/u',
}

test.each(['authorization', 'token', 'userinfo'])('an endpoint without a URL is rejected: %s: {}', (name) => {
  const provider = oauth({ id: 'acme', ...endpoints, [name]: {} })
  const { problems } = problemsOf(untyped().provider(provider))
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    `\`acme.${name}\` must be a URL or an object with \`url\`, unless there is an \`issuer\`.`,
  ])
  expect(() =>
    untyped()
      .provider({ ...provider, issuer: 'https://op.example' })
      .build(),
  ).not.toThrow()
})

test.each([false, null, undefined, 0, ''])(
  'a provider that is %j is left out, so that conditions can be used',
  (off) => {
    const ids = (builder: any) => specOf(builder).providers.map(({ id }) => id)
    expect(ids(untyped().provider(off).provider(github()))).toEqual(['github'])
    expect(ids(untyped({ providers: [off, github(), off] }))).toEqual(['github'])
    expect(codesOf(untyped().provider(off))).toEqual(['noProvider'])
  },
)

test('a refused provider is not also reported as missing', () => {
  const { authorize: _, ...incomplete } = credentials({ input: {}, authorize: () => null })
  const builders = [
    untyped().provider('github'),
    untyped().provider(incomplete),
    untyped({ providers: github() }),
    untyped(null),
  ]
  for (const builder of builders) expect(codesOf(builder)).toHaveLength(1)
})

test('oidc() without an issuer is accepted, because the environment may contain the issuer', () => {
  expect(() =>
    createAuth()
      .provider(oidc({ id: 'acme', issuer: undefined }))
      .build(),
  ).not.toThrow()
})

test('a later `.adapter()` is allowed after `.callbacks({})`, `.events({})` and `.jwt({})`', async () => {
  const chain = untyped().provider(github()).callbacks({}).events({}).jwt({})
  const object = { providers: [github()], callbacks: {}, events: {}, jwt: {} }
  const builders = [chain, untyped(object), untyped(() => object)]
  for (const builder of builders) {
    const spec = await resolved({
      build: () => {
        const built = builder.adapter(memory()).session({ strategy: 'database' }).provider(google()).build()
        return 'resolve' in built ? built : { resolve: () => built }
      },
    })
    expect(spec.providers).toHaveLength(2)
  }
})

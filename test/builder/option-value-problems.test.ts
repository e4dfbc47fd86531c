import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { credentials } from '../../src/providers/credentials.js'
import { github } from '../../src/providers/github.js'
import { nodemailer } from '../../src/providers/nodemailer.js'
import { oidc } from '../../src/providers/oidc.js'
import { passkey } from '../../src/providers/passkey.js'
import { password } from '../../src/providers/password.js'
import { withId } from '../../src/providers/with-id.js'
import { createAuth, sentencesOf } from './support.js'

const untyped = createAuth as (configuration?: unknown) => any
const base = untyped().provider(github())

const time = 'an integer in seconds, from 1 to 3153600000'
const interval = 'an integer in seconds, from 0 to 3153600000'
const color = "a colour in hexadecimal form, such as '#4338ca'"
const texts = 'a string or an array of strings'
const language = "a language of 'authwright/languages', or a function that chooses one"
const yesOrNo = '`true` or `false`'
const trust = "`true`, `false`, or an array of hosts such as 'app.example.com' or '*.preview.example.com'"

/** A provider of a community package, which has its settings under `options`. */
const published = (options: object) =>
  withId('acme', { id: 'acme', type: 'oidc', issuer: 'https://idp.test', options } as const)

/**
 * Checks that `.build()` reports these problems both for a builder step and for a configuration object with this
 * option.
 */
function expectRefused(step: string, given: Record<string, unknown>, sentences: readonly string[]): void {
  expect(sentencesOf(base[step](given))).toEqual(sentences)
  const beside = step === 'options' ? given : { [step]: given }
  expect(sentencesOf(untyped({ providers: [github()], ...beside }))).toEqual(sentences)
}

describe('an invalid value of an option is reported with the expected value', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ secret: 5 }, `\`secret\` must be ${texts}.`],
    [{ secret: ['x'.repeat(40), undefined] }, `\`secret\` must be ${texts}.`],
    [{ basePath: '/auth?x' }, '`basePath` must be a path without `?`, `#` or spaces.'],
    [{ useSecureCookies: 'no' }, `\`useSecureCookies\` must be ${yesOrNo}.`],
    // Environment variables are strings, and any non-empty string would count as true.
    [{ trustHost: 'false' }, `\`trustHost\` must be ${trust}.`],
    [{ trustHost: 'app.test' }, `\`trustHost\` must be ${trust}.`],
    [{ trustHost: ['app.test', '*.com'] }, `\`trustHost\` must be ${trust}.`],
    [{ trustHost: ['https://app.test/auth'] }, `\`trustHost\` must be ${trust}.`],
    [{ trustHost: [undefined] }, `\`trustHost\` must be ${trust}.`],
    ...['cookie', { place: 'sealed' }, { place: 'cookie', encrypted: true }, { encrypted: false }].map(
      (providerTokens): [Record<string, unknown>, string] => [
        { providerTokens },
        "`providerTokens` must be `{ place: 'cookie' }`, `{ place: 'database' }` or `{ place: 'database', encrypted: false }`.",
      ],
    ),
    [{ debug: 'false' }, `\`debug\` must be ${yesOrNo}.`],
    [{ logger: 'verbose' }, '`logger` must be an object.'],
    [{ logger: { warn: true } }, '`logger.warn` must be a function.'],
    [{ redirectProxyUrl: '/auth' }, '`redirectProxyUrl` must be a URL, such as https://example.com/auth.'],
    [
      { redirectProxyUrl: 'proxy.example:443' },
      '`redirectProxyUrl` must be a URL, such as https://example.com/auth.',
    ],
    [{ theme: 'dark' }, '`theme` must be an object.'],
    [{ theme: { brandcolor: '#fff' } }, 'There is no theme option `brandcolor`: did you mean `brandColor`?'],
    [{ theme: { colorScheme: 'Dark' } }, "`theme.colorScheme` must be 'auto', 'light' or 'dark'."],
    [{ theme: { name: '' } }, '`theme.name` must be a name of 1 to 80 characters on one line.'],
    [
      { theme: { name: 'Acme\r\nBcc: all@acme.example' } },
      '`theme.name` must be a name of 1 to 80 characters on one line.',
    ],
    [{ theme: { brandColor: 'rebeccapurple' } }, `\`theme.brandColor\` must be ${color}.`],
    [{ theme: { buttonText: '#12345' } }, `\`theme.buttonText\` must be ${color}.`],
    [{ theme: { logo: new URL('https://app.test/logo.svg') } }, '`theme.logo` must be the URL of an image.'],
    [{ language: 'de' }, `\`language\` must be ${language}.`],
    [{ language: null }, `\`language\` must be ${language}.`],
    [{ language: [] }, `\`language\` must be ${language}.`],
    [{ language: { tag: 'de' } }, `\`language\` must be ${language}.`],
    [{ language: { tag: 'de_DE', texts: {} } }, `\`language\` must be ${language}.`],
    [{ language: { tag: 'german', texts: {} } }, `\`language\` must be ${language}.`],
    [{ language: { tag: '<de>', texts: {} } }, `\`language\` must be ${language}.`],
    [{ experimental: true }, '`experimental` must be an object.'],
    [
      { experimental: { enableWebauthn: true } },
      'There is no experimental option `enableWebauthn`: did you mean `enableWebAuthn`?',
    ],
    [{ experimental: { enableWebAuthn: 'false' } }, `\`experimental.enableWebAuthn\` must be ${yesOrNo}.`],
  ])('an invalid value of an option is reported with the expected value: %j', (options, sentence) => {
    expectRefused('options', options, [sentence])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ maxAge: '30d' }, `\`session.maxAge\` must be ${time}.`],
    [{ maxAge: Number.NaN }, `\`session.maxAge\` must be ${time}.`],
    [{ maxAge: 0 }, `\`session.maxAge\` must be ${time}.`],
    [{ maxAge: -1 }, `\`session.maxAge\` must be ${time}.`],
    [{ maxAge: 0.5 }, `\`session.maxAge\` must be ${time}.`],
    [{ updateAge: -1 }, `\`session.updateAge\` must be ${interval}.`],
    [{ updateAge: Number.MAX_SAFE_INTEGER }, `\`session.updateAge\` must be ${interval}.`],
    [{ absoluteMaxAge: Number.MAX_SAFE_INTEGER }, `\`session.absoluteMaxAge\` must be ${time}.`],
    [{ absoluteMaxAge: 300_000_000_000 }, `\`session.absoluteMaxAge\` must be ${time}.`],
    [{ absoluteMaxAge: Number.POSITIVE_INFINITY }, `\`session.absoluteMaxAge\` must be ${time}.`],
    [{ generateSessionToken: 'uuid' }, '`session.generateSessionToken` must be a function.'],
    [{ endWithIdToken: 'provider' }, '`session.endWithIdToken` must be `true` or `false`.'],
    [
      { sessionStore: { get: () => null } },
      '`session.sessionStore` must be the result of `redisSessions({ client })`.',
    ],
    [{ update: { theme: 'string' } }, '`session.update` must be a Standard Schema.'],
  ])('an invalid value of sessions is reported with the expected value: %j', (session, sentence) => {
    expectRefused('session', session, [sentence])
  })

  test.each([5, {}, { count: 0 }, { count: 5, onExceeded: 'refuse' }, { count: 5, when: 'reject' }])(
    'an invalid limit of sessions is reported with the expected value: %j',
    (maxSessions) => {
      const configured = untyped().provider(github()).adapter(memory()).session({ maxSessions })
      expect(sentencesOf(configured)).toEqual([
        "`session.maxSessions` must be an object with `count` (an integer greater than 0) and `onExceeded` ('revokeOldest' or 'reject').",
      ])
    },
  )

  test.each<[Record<string, unknown>, string]>([
    [{ maxAge: '1h' }, `\`jwt.maxAge\` must be ${time}.`],
    [{ secret: 5 }, `\`jwt.secret\` must be ${texts}.`],
    [{ encode: 'HS256' }, '`jwt.encode` must be a function.'],
    [{ decode: {} }, '`jwt.decode` must be a function.'],
    [{ claims: { role: 'string' } }, '`jwt.claims` must be a Standard Schema.'],
  ])('an invalid value of tokens is reported with the expected value: %j', (jwt, sentence) => {
    expectRefused('jwt', jwt, [sentence])
  })

  const name = 'an ASCII name without spaces, `=`, `;` or `@`'
  test.each<[Record<string, unknown>, string]>([
    [{ name: 'a b' }, `\`cookies.flow.name\` must be ${name}.`],
    [{ name: '' }, `\`cookies.flow.name\` must be ${name}.`],
    [{ name: 5 }, `\`cookies.flow.name\` must be ${name}.`],
    [{ name: 'sitzung-ä' }, `\`cookies.flow.name\` must be ${name}.`],
    // Session tokens join the name and the audience with `@`.
    [{ name: 'a@b' }, `\`cookies.flow.name\` must be ${name}.`],
    [{ options: 'secure' }, '`cookies.flow.options` must be an object.'],
    [{ options: { httponly: false } }, 'There is no cookie attribute `httponly`: did you mean `httpOnly`?'],
    [{ options: { sameSite: 'laxx' } }, "`cookies.flow.options.sameSite` must be 'lax', 'strict' or 'none'."],
    [{ options: { secure: 'false' } }, `\`cookies.flow.options.secure\` must be ${yesOrNo}.`],
    ...['app', '/a;b', '/a<b', '/zugänge'].map((path): [Record<string, unknown>, string] => [
      { options: { path } },
      '`cookies.flow.options.path` must be an ASCII path without `;` or `<`.',
    ]),
    ...['https://example.com', 'my_app.test', '-app.test', 'app.test.', '..'].map(
      (domain): [Record<string, unknown>, string] => [
        { options: { domain } },
        "`cookies.flow.options.domain` must be the name of a host, such as 'example.com'.",
      ],
    ),
    [
      { options: { priority: 'urgent' } },
      "`cookies.flow.options.priority` must be 'low', 'medium' or 'high'.",
    ],
  ])('an invalid value of cookies is reported with the expected value: %j', (flow, sentence) => {
    expectRefused('cookies', { flow }, [sentence])
  })

  const shared = (role: string, other: string): string =>
    `\`cookies.${role}.name\` must be a name that does not collide with \`${other}\`, its parts or its suffixes.`
  test.each<[Record<string, unknown>, string[]]>([
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'a' } }, [shared('csrfToken', 'sessionToken')]],
    [{ flow: { name: 'a' }, webauthnChallenge: { name: 'a' } }, [shared('webauthnChallenge', 'flow')]],
    [
      { sessionToken: { name: 'a' }, csrfToken: { name: 'a' }, failedForm: { name: 'a' } },
      [shared('csrfToken', 'sessionToken'), shared('failedForm', 'sessionToken')],
    ],
    // Over HTTP, cookie names have no prefix.
    [
      { sessionToken: { name: '__Host-a' }, csrfToken: { name: '__Secure-a' } },
      [shared('csrfToken', 'sessionToken')],
    ],
    [{ sessionToken: { name: '__Host-a' }, csrfToken: { name: 'a' } }, [shared('csrfToken', 'sessionToken')]],
    // A long session is split into cookies whose names start with this name.
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'a.0' } }, [shared('csrfToken', 'sessionToken')]],
    [
      { sessionToken: { name: 'b.9' }, knownBrowser: { name: 'b' } },
      [shared('sessionToken', 'knownBrowser')],
    ],
    // The default name of another cookie, with the HTTPS prefix and without it.
    [{ flow: { name: '__Host-authwright.csrf-token' } }, [shared('flow', 'csrfToken')]],
    [{ csrfToken: { name: 'authwright.mail' } }, [shared('csrfToken', 'pendingMail')]],
    [{ csrfToken: { name: '__Host-authwright.session-token.3' } }, [shared('csrfToken', 'sessionToken')]],
  ])('two cookies with the same name are reported: %j', (cookies, sentences) => {
    expectRefused('cookies', cookies, sentences)
  })

  test.each<[Record<string, unknown>, string[]]>([
    [
      { csrfToken: { name: '__Host-authwright.session-token-last-used' } },
      [shared('csrfToken', 'sessionToken')],
    ],
    [{ flow: { name: 'authwright.session-token-remember' } }, [shared('flow', 'sessionToken')]],
    [{ flow: { name: 'authwright.session-token-actor' } }, [shared('flow', 'sessionToken')]],
    [{ flow: { name: 'authwright.mail-sign-up' } }, [shared('flow', 'pendingMail')]],
    [{ flow: { name: 'authwright.failed-form-address' } }, [shared('flow', 'failedForm')]],
    [
      { sessionToken: { name: 'a' }, pendingMail: { name: 'a-cache' } },
      [shared('pendingMail', 'sessionToken')],
    ],
    [
      { sessionToken: { name: 'a-tokens.1' }, providerSession: { name: 'a' } },
      [shared('sessionToken', 'providerSession')],
    ],
  ])('a cookie with a name that is derived from another cookie is reported: %j', (cookies, sentences) => {
    expectRefused('cookies', cookies, sentences)
  })

  test('two cookies with the same name are reported across two calls, but names of Auth.js are accepted', () => {
    const later = base.cookies({ sessionToken: { name: 'a' } }).cookies({ flow: { name: 'a' } })
    expect(sentencesOf(later)).toEqual([shared('flow', 'sessionToken')])
    const names = { flow: { name: '__Secure-authjs.session-token' } }
    expect(sentencesOf(base.cookies(names))).toEqual([])
    expect(sentencesOf(base.cookies(names).options({ compat: 'authjs' }))).toEqual([
      shared('flow', 'sessionToken'),
    ])
  })

  test.each([
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'A' } }],
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'a.10' } }],
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'a.x' } }],
    [{ sessionToken: { name: '__Host-authwright.session-token' } }],
    [{ sessionToken: { name: 'authwright.csrf-token' }, csrfToken: { name: 'authwright.session-token' } }],
    [{ sessionToken: undefined, csrfToken: { options: { priority: 'high' } } }],
    [{ sessionToken: { name: 'a' }, csrfToken: { name: 'a-tokens' } }],
  ])('cookies with similar names are accepted: %j', (cookies) => {
    expect(sentencesOf(base.cookies(cookies))).toEqual([])
  })

  const checks = "`acme.checks` must be a list of 'pkce', 'state', 'nonce' or 'none'."
  const address = 'a URL, such as https://example.com/auth'
  test.each<[Record<string, unknown>, string]>([
    // A string would be read as a list of letters, so PKCE would be left out.
    [{ checks: 'pkce' }, checks],
    [{ checks: ['PKCE', 'state'] }, checks],
    [{ redirectProxyUrl: '/auth' }, `\`acme.redirectProxyUrl\` must be ${address}.`],
    [{ client: 'public' }, '`acme.client` must be an object.'],
    [
      { client: { token_endpoint_auth_method: 'client_secret_jwt' } },
      "`acme.client.token_endpoint_auth_method` must be 'client_secret_basic', 'client_secret_post', 'private_key_jwt' or 'none'.",
    ],
    // The environment is read only when a user signs in.
    [
      { client: { id_token_signed_response_alg: 'HS256' }, clientSecret: '' },
      '`acme.clientSecret` must be a string of 32 bytes or more, for HS256.',
    ],
    [
      {
        client: { id_token_signed_response_alg: 'HS256', userinfo_signed_response_alg: 'HS256' },
        clientSecret: 'short',
      },
      '`acme.clientSecret` must be a string of 32 bytes or more, for HS256.',
    ],
    [
      { client: { userinfo_signed_response_alg: 'HS512' }, clientSecret: 'ä'.repeat(31) },
      '`acme.clientSecret` must be a string of 64 bytes or more, for HS512.',
    ],
  ])('an invalid value of a provider is reported with the expected value: %j', (given, sentence) => {
    const provider = oidc({ id: 'acme', issuer: 'https://idp.test' })
    expect(sentencesOf(untyped().provider({ ...provider, ...given }))).toEqual([sentence])
    expect(sentencesOf(untyped().provider(published(given)))).toEqual([sentence])
    expect(sentencesOf(untyped().provider({ ...provider, checks: ['none'], client: {} }))).toEqual([])
  })

  test.each(['username', null])('an invalid `input` of credentials() is reported: %j', (input) => {
    const provider = credentials({ input: input as never, authorize: () => null })
    expect(sentencesOf(untyped().provider(provider))).toEqual([
      '`credentials.input` must be a Standard Schema or an object.',
    ])
  })

  test.each([{}, { fields: null }, { fields: 'name' }, true, null])(
    'an invalid `signUp` of password() is reported with the expected value: %j',
    (signUp) => {
      const stored = untyped().adapter(memory())
      const provider = password({ verify: false, signUp: signUp as never })
      expect(sentencesOf(stored.provider(provider))).toEqual([
        '`password.signUp` must be an object with `fields`.',
      ])
    },
  )

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '600'])(
    'an invalid `within` of passkeys is reported with the expected value: %j',
    (within) => {
      const sentences = [`\`passkey.within\` must be ${time}.`]
      const stored = untyped().adapter(memory())
      expect(sentencesOf(stored.provider(passkey({ within: within as number })))).toEqual(sentences)
      expect(sentencesOf(stored.provider(passkey({ within: 1 })))).toEqual([])
    },
  )

  test.each([0, -1, 0.5, '600'])(
    'an invalid `linkWithin` of a provider is reported with the expected value: %j',
    (linkWithin) => {
      const provider = oidc({ id: 'acme', issuer: 'https://idp.test' })
      const sentences = [`\`acme.linkWithin\` must be ${time}.`]
      expect(sentencesOf(untyped().provider({ ...provider, linkWithin }))).toEqual(sentences)
      expect(sentencesOf(untyped().provider(published({ linkWithin })))).toEqual(sentences)
      expect(sentencesOf(untyped().provider({ ...provider, linkWithin: 1 }))).toEqual([])
    },
  )

  test.each([0, -1, 0.5, Number.NaN, '1h'])(
    'an invalid `maxAge` of an e-mail provider is reported with the expected value: %j',
    (maxAge) => {
      const provider = nodemailer({ server: 'smtp://mail.test', from: 'sign-in@app.test' })
      const stored = untyped().adapter(memory())
      expect(sentencesOf(stored.provider({ ...provider, maxAge }))).toEqual([
        `\`nodemailer.maxAge\` must be ${time}.`,
      ])
      expect(sentencesOf(stored.provider({ ...provider, maxAge: 600 }))).toEqual([])
    },
  )

  // With NaN, a password of one character would be long enough.
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 12.5, '12'])(
    'an invalid `minLength` of passwords is reported with the expected value: %j',
    (minLength) => {
      const stored = untyped().adapter(memory())
      const send = () => undefined
      expect(sentencesOf(stored.provider(password({ send, minLength: minLength as number })))).toEqual([
        '`password.minLength` must be an integer.',
      ])
      expect(sentencesOf(stored.provider(password({ send, minLength: 12 })))).toEqual([])
    },
  )

  test.each([
    'acme/prod',
    '.',
    '..',
    'acme?',
    'a#b',
    'a\\b',
    '%41',
    'a b',
    'ä',
    'a"b',
    'acme|staff',
    'acme:1',
    'a@b',
  ])('a provider id that is not a URL path segment of plain characters is reported: %j', (id) => {
    expect(sentencesOf(untyped().provider(github({ id })))).toEqual([
      `The provider id '${id}' must be a URL path segment of letters from A to Z, digits, \`-\`, \`.\`, \`_\` and \`~\`.`,
    ])
  })

  test.each([undefined, 'ä'.repeat(16), '0123456789abcdef0123456789abcdef'])(
    'a client secret of 32 bytes, in code or in the environment, is accepted for HS256: %j',
    (clientSecret) => {
      const client = { id_token_signed_response_alg: 'HS256' }
      const provider = oidc({ id: 'acme', issuer: 'https://idp.test', client, clientSecret })
      expect(sentencesOf(untyped().provider(provider))).toEqual([])
    },
  )
})

test('an empty color or logo of a theme, as in applications of next-auth, has no effect', () => {
  const theme = { colorScheme: 'auto', brandColor: '', buttonText: '', logo: '' }
  expect(sentencesOf(untyped({ providers: [github()], theme }))).toEqual([])
})

test("valid option values are accepted, including another library's logger and attributes in any letter case", () => {
  const log = Object.assign(Object.create({ warn: () => {} }), { trace: () => {}, error: () => {} })
  const options = {
    secret: ['x'.repeat(40)],
    basePath: '/a.b/(c)',
    useSecureCookies: false,
    trustHost: true,
    redirectProxyUrl: 'http://localhost:3000/auth',
    debug: false,
    logger: log,
    theme: { colorScheme: 'dark', logo: '/logo.svg', brandColor: '#ABC', buttonText: '#00112233' },
    experimental: {},
  }
  const session = { maxAge: 60, updateAge: 0, absoluteMaxAge: 120, generateSessionToken: () => 'x' }
  const attributes = { sameSite: 'Lax', priority: 'High', domain: '.example.com', path: '/app', secure: true }
  const cookies = { flow: { name: '__Secure-f', options: attributes }, csrfToken: { options: undefined } }
  expect(sentencesOf(untyped({ providers: [github()], ...options, session, cookies }))).toEqual([])
})

import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { email } from '../../../src/providers/email.js'
import type { OwnHash } from '../../../src/providers/kinds/password-options.js'
import type { SendingPasswordProvider } from '../../../src/providers/password.js'
import { passwords } from '../../../src/runtime/features/passwords/feature.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser } from '../../support/browser.js'
import { ADA, OTHER, RIGHT, storeUser } from '../../support/passwords.js'

/* No log line and no response contains a typed password or a hash, even if the error of an application's function contains it. */

const WRONG = 'nineteen moths by the lamp'

type Failing = 'hash' | 'verify' | 'needsRehash' | 'send'

async function start(verify = true) {
  const urls: string[] = []
  const links: URL[] = []
  const logged: unknown[] = []
  let failing: Failing | undefined
  const failIf = (name: Failing, ...secrets: string[]): void => {
    if (failing === name) throw new Error(`${name} failed for '${secrets.join("', '")}'`)
  }
  const hash: OwnHash = {
    hash(password) {
      failIf('hash', password)
      return `plain:${password}`
    },
    verify(password, stored) {
      failIf('verify', password, stored)
      return stored === `plain:${password}`
    },
    needsRehash(stored) {
      failIf('needsRehash', stored)
      return false
    },
  }
  const provider: SendingPasswordProvider<'password'> = {
    id: 'password',
    name: 'Password',
    type: 'password',
    '~feature': passwords,
    hash,
    verify,
    send({ url }) {
      urls.push(url)
      failIf('send', url)
    },
  }
  const adapter = memory()
  const auth = createAuth()
    .provider(provider)
    .provider(email({ id: 'mail', sendVerificationRequest: ({ url }) => void links.push(new URL(url)) }))
    .adapter(adapter)
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store: memoryStore(),
      debug: true,
      logger: {
        error: (error: Error) => void logged.push(error, error.stack),
        warn: (...said: unknown[]) => void logged.push(said),
        debug: (...said: unknown[]) => void logged.push(said),
      },
    })
    .build()
  await storeUser(adapter, `plain:${RIGHT}`)
  const browser = new Browser(auth.handler)
  const sent: string[] = []
  const post = async (path: string, fields: Record<string, string>): Promise<Response> => {
    const response = await browser.post(path, fields)
    sent.push(inspect([response.status, [...response.headers]]), await response.clone().text())
    return response
  }
  await post('/auth/callback/password', { email: ADA, password: RIGHT, callbackUrl: '/inside' })
  return {
    adapter,
    links,
    post,
    tokens: () => urls.flatMap((url) => new URL(url).searchParams.get('token') ?? []),
    seen: () => inspect([logged, sent], { depth: 20 }),
    fail: (name: Failing | undefined) => {
      failing = name
    },
  }
}

const forms: readonly (readonly [name: string, path: string, fields: Record<string, string>])[] = [
  ['a sign-in', '/auth/callback/password', { email: ADA, password: RIGHT }],
  ['a sign-in with a wrong password', '/auth/callback/password', { email: ADA, password: WRONG }],
  ['a sign-in of an unknown user', '/auth/callback/password', { email: 'bob@example.com', password: WRONG }],
  [
    'a change of the password',
    '/auth/password',
    { action: 'change', currentPassword: RIGHT, newPassword: OTHER },
  ],
  ['a removal of the password', '/auth/password', { action: 'remove', currentPassword: WRONG }],
  ['a first password', '/auth/password', { action: 'set', newPassword: OTHER }],
  ['a forgotten password', '/auth/password', { page: '1', action: 'forgot', email: ADA }],
  [
    'a reset of the password',
    '/auth/password',
    { page: '1', action: 'reset', token: 'none', newPassword: OTHER },
  ],
  ['a sign-up', '/auth/signup', { page: '1', email: 'eve@example.com', newPassword: OTHER }],
  [
    'a sign-up with the e-mail address of a user',
    '/auth/signup',
    { page: '1', email: ADA, newPassword: OTHER },
  ],
]

describe.each(forms)('%s neither shows nor logs the typed password', (_, path, fields) => {
  test.each([true, false])(
    'no response or log contains the typed password if nothing fails, with `verify: %s`',
    async (verify) => {
      const { post, seen, tokens } = await start(verify)
      await post(path, fields)
      for (const secret of [RIGHT, OTHER, WRONG, 'plain:', ...tokens()]) expect(seen()).not.toContain(secret)
    },
  )

  test.each(['hash', 'verify', 'needsRehash', 'send'] as const)(
    'no response or log contains the typed password if the function `%s` of the application quotes it',
    async (name) => {
      const { post, seen, tokens, fail } = await start()
      fail(name)
      await post(path, fields)
      for (const secret of [RIGHT, OTHER, WRONG, ...tokens()]) expect(seen()).not.toContain(secret)
    },
  )
})

test.each([
  ['in another browser', { newPassword: OTHER }],
  ['with a short password', { newPassword: 'moths' }],
])('the end of a sign-up %s neither shows nor logs the typed passwords', async (_, typed) => {
  const { post, seen, tokens, fail } = await start()
  await post('/auth/signup', { page: '1', email: 'eve@example.com', newPassword: WRONG })
  const [token = ''] = tokens()
  fail('hash')
  await post('/auth/signup', { page: '1', token, ...typed })
  for (const secret of [RIGHT, OTHER, WRONG, 'plain:', 'moths']) expect(seen()).not.toContain(secret)
})

test.each([
  ['the right password', RIGHT],
  ['a wrong password', WRONG],
])(
  'the first verification of an e-mail address with %s neither shows nor logs the typed password',
  async (_, password) => {
    const { adapter, links, post, seen, fail } = await start()
    await storeUser(adapter, `plain:${RIGHT}`, { email: 'bob@example.com', emailVerified: null })
    await post('/auth/signin/mail', { email: 'bob@example.com', callbackUrl: '/inside' })
    const params = Object.fromEntries(links[0]?.searchParams ?? [])
    for (const failing of ['verify', undefined] as const) {
      fail(failing)
      await post('/auth/callback/mail', { ...params, earlierLogins: 'keep', password })
      for (const secret of [RIGHT, WRONG, 'plain:']) expect(seen()).not.toContain(secret)
    }
    const user = await adapter.getUserByEmail('bob@example.com')
    expect(user?.emailVerified !== null).toBe(password === RIGHT)
  },
)

test('an error thrown by a function of the application is logged', async () => {
  const { post, seen, fail } = await start()
  fail('verify')
  const response = await post('/auth/callback/password', { email: ADA, password: WRONG })
  expect(response.status === 500 || response.headers.get('location')?.includes('error=')).toBe(true)
  expect(seen()).toContain('verify failed for')
})

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { JwtContext, SignInContext } from '../../../src/builder/auth-spec.js'
import { Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, type World, type WorldOptions, worlds } from '../../support/world.js'

/*
 * Callbacks of a sign-in receive the `state` that was passed to `signIn`. It is validated, sealed, and visible to no
 * other sign-in.
 */

const start = worlds()
const startPasskeys = passkeyWorlds()
const flow = { data: v.object({ invitation: v.string(), plan: v.optional(v.string(), 'free') }) }
// The value contains a dot, because random values in URLs never contain one.
const STATE = { invitation: 'invitation.1' }
const RECEIVED = { invitation: 'invitation.1', plan: 'free' }

interface Recorded {
  readonly options: WorldOptions
  readonly seen: Record<'signIn' | 'signUp' | 'jwt' | 'event' | 'createUser', unknown[]>
}

function recorded(strategy: 'jwt' | 'database'): Recorded {
  const seen: Recorded['seen'] = { signIn: [], signUp: [], jwt: [], event: [], createUser: [] }
  return {
    seen,
    options: {
      flow,
      signUp: (params) => {
        seen.signUp.push((params as { state?: unknown }).state)
        return true
      },
      callbacks: {
        signIn: ({ state }: SignInContext) => {
          seen.signIn.push(state)
          return true
        },
        ...(strategy === 'jwt' && {
          jwt: (params: JwtContext) => {
            if (params.trigger === 'signIn' || params.trigger === 'signUp') seen.jwt.push(params.state)
            return params.token
          },
        }),
      },
      events: {
        signIn: ({ state }) => void seen.event.push(state),
        createUser: ({ state }) => void seen.createUser.push(state),
      },
    },
  }
}

const requestOf = ({ jar }: Browser): Request =>
  new Request('https://app.test/', { method: 'POST', headers: { cookie: jar.header } })

/** Starts a sign-in on the server, as an application does. */
async function begin(world: World, state: unknown, provider = 'acme'): Promise<URL> {
  const options = {
    request: requestOf(world.browser),
    state,
    redirectTo: '/inside',
    email: 'ada@example.com',
  }
  const { url, headers } = await world.app.signIn(provider, options as never)
  world.browser.jar.take(new Response(null, { headers }), world.origin)
  return new URL(url)
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('`state` of signIn() reaches typed callbacks and events of a provider after the schema has parsed it', async () => {
    const { options, seen } = recorded(strategy)
    const world = await start({ strategy, ...options })
    const url = await begin(world, STATE)
    expect(url.href).not.toContain('invitation.1')
    expect(locationOf(await world.finish(world.idp.authorize(url))).pathname).toBe('/inside')
    expect(seen).toEqual({
      signIn: [RECEIVED],
      signUp: [RECEIVED],
      jwt: strategy === 'jwt' ? [RECEIVED] : [],
      event: [RECEIVED],
      createUser: [RECEIVED],
    })
    await world.signIn(world.anotherBrowser())
    expect(seen.signIn.at(-1)).toBeUndefined()
  })

  test.each([
    ['JSON', (csrfToken: string) => JSON.stringify({ csrfToken, state: STATE }), 'application/json'],
    [
      'a form',
      (csrfToken: string) => new URLSearchParams({ csrfToken, state: JSON.stringify(STATE) }).toString(),
      'application/x-www-form-urlencoded',
    ],
  ])(
    '`state` that a browser sends as %s reaches callbacks and events after the schema has parsed it',
    async (_, bodyOf, type) => {
      const { options, seen } = recorded(strategy)
      const world = await start({ strategy, ...options })
      const response = await world.browser.send('/auth/signin/acme', {
        method: 'POST',
        body: bodyOf(await world.browser.csrfToken()),
        headers: { origin: world.origin, 'content-type': type },
      })
      await world.finish(world.idp.authorize(locationOf(response)))
      expect(seen.event).toEqual([RECEIVED])
    },
  )

  test.each([
    ['of another type', '{"invitation":1}'],
    ['not JSON', '{'],
    ['a string', 'abc'],
    ['too long', JSON.stringify({ invitation: 'x'.repeat(1_000) })],
    ['too long for a cookie when encoded in UTF-8', JSON.stringify({ invitation: '招'.repeat(900) })],
    ['deeply nested', `${'['.repeat(400)}${']'.repeat(400)}`],
  ])('`state` that is %s starts no sign-in', async (_, state) => {
    const { options } = recorded(strategy)
    const world = await start({ strategy, ...options })
    const response = await world.browser.post('/auth/signin/acme', { state })
    expect(response.status).toBe(400)
    expect(world.browser.jar.names.filter((name) => name.includes('.flow.'))).toEqual([])
    await expect(begin(world, state)).rejects.toThrow(/`state` of the sign-in/)
  })

  test('a member of `state` named `__proto__` does not reach a schema', async () => {
    const received: unknown[] = []
    const data = v.pipe(
      v.unknown(),
      v.transform((value) => {
        received.push(Object.keys(value as object))
        return STATE
      }),
    )
    const world = await start({ strategy, flow: { data } })
    await world.browser.post('/auth/signin/acme', {
      state: '{"__proto__":{"admin":true},"invitation":"abc"}',
    })
    expect(received).toEqual([['invitation']])
  })

  test('without a schema, callbacks receive no `state`', async () => {
    const contexts: SignInContext[] = []
    const world = await start({
      strategy,
      callbacks: { signIn: (context: SignInContext) => contexts.push(context) > 0 },
    })
    await world.finish(await world.begin(world.browser, '/inside', { state: JSON.stringify(STATE) }))
    expect(contexts).toHaveLength(1)
    expect(contexts[0]).not.toHaveProperty('state')
  })

  test('each of two sign-ins in one browser keeps its own `state`', async () => {
    const { options, seen } = recorded(strategy)
    const world = await start({ strategy, ...options })
    const first = await begin(world, { invitation: 'first' })
    const second = await begin(world, { invitation: 'second' })
    await world.finish(world.idp.authorize(second))
    await world.finish(world.idp.authorize(first))
    expect(seen.event).toMatchObject([{ invitation: 'second' }, { invitation: 'first' }])
  })

  describe('by mail', () => {
    const withMail = async (): Promise<Recorded & { world: World; box: ReturnType<typeof mailbox> }> => {
      const { options, seen } = recorded(strategy)
      const box = mailbox()
      const providers = frozen([acme(), credentials(GRACE), box.provider])
      return { options, seen, box, world: await start({ strategy, ...options, providers }) }
    }

    test('the link of a mail contains `state`, for this browser and for another browser', async () => {
      const { world, seen, box } = await withMail()
      await begin(world, STATE, 'mail')
      expect(box.last.link.href).not.toContain('invitation.1')
      await world.browser.send(box.link)
      expect(seen).toEqual({
        signIn: [RECEIVED, RECEIVED],
        signUp: [RECEIVED, RECEIVED],
        jwt: strategy === 'jwt' ? [RECEIVED] : [],
        event: [RECEIVED],
        createUser: [RECEIVED],
      })
      await begin(world, { invitation: 'other' }, 'mail')
      const other = world.anotherBrowser()
      const html = await (await other.send(box.link)).text()
      const fields = [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value] as [string, string],
      )
      await other.post('/auth/callback/mail', Object.fromEntries(fields))
      expect(seen.event.at(-1)).toMatchObject({ invitation: 'other' })
    })

    test('a sign-in with the code of a mail has the `state` of its request', async () => {
      const { world, seen, box } = await withMail()
      await begin(world, STATE, 'mail')
      await world.browser.post('/auth/callback/mail', { code: box.last.code ?? '' })
      expect(seen.event).toEqual([RECEIVED])
    })

    test('callbacks do not receive a `state` that was changed or sealed for another e-mail address', async () => {
      const { world, seen, box } = await withMail()
      await begin(world, STATE, 'mail')
      const own = box.last.link.searchParams.get('state') ?? ''
      await world.anotherBrowser().post('/auth/signin/mail', { email: 'eve@example.com' })
      const { searchParams } = box.last.link
      await world
        .anotherBrowser()
        .post('/auth/callback/mail', { ...Object.fromEntries(searchParams), state: own })
      expect(seen.event).toEqual([undefined])
    })

    test('callbacks do not receive a `state` that was sealed at another origin', async () => {
      const { world, seen, box } = await withMail()
      await new Browser((request) => world.app.handle(request), 'https://other.test').post(
        '/auth/signin/mail',
        {
          email: 'ada@example.com',
          state: JSON.stringify(STATE),
        },
      )
      const foreign = box.last.link.searchParams.get('state') ?? ''
      expect(foreign).not.toBe('')
      await world.anotherBrowser().post('/auth/signin/mail', { email: 'ada@example.com' })
      const { searchParams } = box.last.link
      await world
        .anotherBrowser()
        .post('/auth/callback/mail', { ...Object.fromEntries(searchParams), state: foreign })
      expect(seen.event).toEqual([undefined])
    })
  })
})

test('a sign-in with a passkey passes `state` to callbacks', async () => {
  const { options, seen } = recorded('database')
  const world = await startPasskeys(options)
  const fields = { action: 'register', email: 'ada@example.com', state: JSON.stringify(STATE) }
  await world.answer('register', await world.authenticator.create(await world.options(fields)))
  expect(seen.createUser).toEqual([RECEIVED])
  const used = await world.options({ action: 'authenticate', state: '{"invitation":"used"}' })
  await world.answer('authenticate', await world.authenticator.get(used, {}, world.authenticator.keys.at(-1)))
  expect(seen.event).toMatchObject([RECEIVED, { invitation: 'used' }])
})

import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createSvelteKitAuth } from '../../../src/frameworks/sveltekit/create-sveltekit-auth.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { specOf } from '../../support/app.js'
import { runs } from '../../support/fuzz.js'
import { anyTarget, hostileBelowPrefix, hostileTargets } from '../../support/targets.js'
import { addressesOf, below } from '../support/redirected.js'

const SITE = 'https://app.test'

/** The value of `paths.base` in Kit. */
const kit = vi.hoisted(() => ({ base: '' }))

vi.mock('../../../src/frameworks/sveltekit/kit.js', () => ({
  kitBase: () => kit.base,
  kitEnvironment: () => ({ AUTH_URL: SITE }),
}))

/** An application below a base. */
function site(prefix: string, signInPage: `/${string}` = '/login') {
  const provider = credentials({
    input: { password: {} },
    authorize: ({ password }) => (password === 'right' ? { id: 'ada', name: 'Ada' } : null),
  })
  const { spec } = specOf({ providers: [provider], pages: { signIn: signInPage } }, 'sveltekit')
  kit.base = prefix
  const { auth, signIn, signOut } = createSvelteKitAuth(spec) as any

  function eventOf(fields: Record<string, string>, referer?: string): AuthEvent {
    const url = new URL(`${prefix}/signin`, SITE)
    const body = new URLSearchParams(fields)
    const headers = { origin: SITE, accept: 'text/html', ...(referer !== undefined && { referer }) }
    const request = new Request(url, { method: 'POST', body, headers })
    const parts = { url, request, isDataRequest: false, cookies: { set: () => {} } }
    return parts as unknown as AuthEvent
  }
  async function location(code: () => Promise<unknown>): Promise<string> {
    const thrown: unknown = await code().catch((error: unknown) => error)
    const { status, location: to } = thrown as { status?: number; location?: string }
    if (status !== 303 || to === undefined) throw thrown
    return to
  }
  return { auth, signIn, signOut, eventOf, location }
}

const right = { password: 'right' }

/** The URLs to which Kit redirects from an application below a base. */
function start(prefix: string) {
  const { auth, signIn, signOut, eventOf, location } = site(prefix)
  return {
    'a sign-in': (redirectTo: string) =>
      location(() => signIn(eventOf({}), 'credentials', { redirectTo, ...right })),
    'a form': (redirectTo: string) =>
      location(() => signIn(eventOf({ providerId: 'credentials', redirectTo, ...right }))),
    'a form without a provider': (redirectTo: string) => location(() => signIn(eventOf({ redirectTo }))),
    'a form that is refused': (redirectTo: string) => {
      const form = { providerId: 'credentials', redirectTo, password: 'wrong' }
      return location(() => signIn(eventOf(form, `${SITE}${prefix}/another-page`)))
    },
    'callbackUrl of the page that a form is on': (target: string) => {
      const page = `${SITE}${prefix}/login?${new URLSearchParams({ callbackUrl: target })}`
      return location(() => signIn(eventOf({ providerId: 'credentials', ...right }, page)))
    },
    'a sign-out': (redirectTo: string) => location(() => signOut(eventOf({ redirectTo }))),
    'a guard': (redirectTo: string) => location(() => auth.protect(eventOf({}), { redirectTo })),
  }
}

type Channel = keyof ReturnType<typeof start>
const channels = Object.keys(start('')) as Channel[]
const cases = ['', '/app'].flatMap((prefix) => channels.map((channel) => [channel, prefix] as const))

describe.each(cases)('%s of SvelteKit with the base %j', (channel, prefix) => {
  const follow = start(prefix)[channel]

  test.each([...hostileTargets, ...hostileBelowPrefix])('%s: %j stays on the site', async (_, target) => {
    for (const address of addressesOf(await follow(target), SITE)) {
      const { origin, pathname } = new URL(address, SITE)
      expect(origin).toBe(SITE)
      expect(below(prefix, pathname)).not.toMatch(/^\/(?:\/|%2f|%5c)/i)
    }
  })

  test('no random redirect target leads to another site', async () => {
    const target = fc.oneof(
      anyTarget,
      anyTarget.map((text) => prefix + text),
      anyTarget.map((text) => `${prefix}/${text}`),
    )
    const property = fc.asyncProperty(target, async (text) => {
      for (const address of addressesOf(await follow(text), SITE)) {
        const { origin, pathname } = new URL(address, 'https://evil.test')
        expect(origin).toBe(SITE)
        expect(new URL(below(prefix, pathname), SITE).origin).toBe(SITE)
      }
    })
    await fc.assert(property, runs)
  })
})

test('a redirect of SvelteKit keeps the base path', async () => {
  const { 'a form': form, 'a form without a provider': withoutProvider, 'a guard': guard } = start('/app')
  const signIn = `/app/login?callbackUrl=${encodeURIComponent(`${SITE}/app/inside`)}`
  expect(await form('/inside?tab=2')).toBe('/app/inside?tab=2')
  expect(await withoutProvider('/inside')).toBe(signIn)
  expect(await guard('/inside')).toBe(signIn)
})

test.each(['/login', '/login?theme=dark'] as const)(
  'a sign-in on the sign-in page %s of SvelteKit redirects to the start page',
  async (page) => {
    for (const [prefix, home] of [
      ['', '/'],
      ['/app', '/app'],
    ] as const) {
      const { signIn, eventOf, location } = site(prefix, page)
      const event = eventOf({ providerId: 'credentials', ...right }, SITE + prefix + page)
      expect(await location(() => signIn(event))).toBe(home)
    }
  },
)

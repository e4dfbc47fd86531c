import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { runs } from '../../support/fuzz.js'
import { anyTarget, hostileBelowPrefix, hostileTargets } from '../../support/targets.js'
import { addressesOf, below } from '../support/redirected.js'
import { locationsOf, type NextLocations, nextApp, runInNext } from './request.js'

const { getRedirectStatusCodeFromError } = createRequire(import.meta.url)(
  'next/dist/client/components/redirect.js',
)

const SITE = 'https://app.test'
const headers = { host: 'app.test', accept: 'text/html' }

/** An application below a prefix, and the URLs to which Next.js redirects a browser. */
function start(prefix: string) {
  const { auth, signIn, signOut } = nextApp(
    {
      providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
      pages: { signIn: '/login' },
      environment: { AUTH_URL: SITE },
    },
    prefix,
  )
  const locations = (
    code: () => Promise<unknown>,
    more: Record<string, string> = {},
  ): Promise<NextLocations> => runInNext({ ...headers, ...more }, () => locationsOf(code, prefix))
  return {
    'a sign-in': (redirectTo: string) => locations(() => signIn('credentials', { redirectTo })),
    'a sign-in without a provider': (redirectTo: string) =>
      locations(() => signIn(undefined, { redirectTo })),
    'a sign-in from a page': (referer: string) => locations(() => signIn('credentials'), { referer }),
    'a sign-out': (redirectTo: string) => locations(() => signOut({ redirectTo })),
    'a guard': (redirectTo: string) => locations(() => auth.protect({ redirectTo })),
  }
}

type Channel = keyof ReturnType<typeof start>
const channels = Object.keys(start('')) as Channel[]
const cases = ['', '/app'].flatMap((prefix) => channels.map((channel) => [channel, prefix] as const))

function addresses({ rendered, sent }: NextLocations): string[] {
  return [rendered, sent].flatMap((location) => addressesOf(location, SITE))
}

describe.each(cases)('%s of Next.js with basePath %j', (channel, prefix) => {
  const follow = start(prefix)[channel]

  // `signIn` on a page reads the target from the header `Referer`, in which not every character is allowed.
  const sendable = (text: string): boolean => channel !== 'a sign-in from a page' || /^[ -~]*$/.test(text)

  test.each([...[...hostileTargets, ...hostileBelowPrefix].filter(([, target]) => sendable(target))])(
    '%s: %j stays on the site',
    async (_, target) => {
      for (const address of addresses(await follow(target))) {
        const { origin, pathname } = new URL(address, SITE)
        expect(origin).toBe(SITE)
        expect(below(prefix, pathname)).not.toMatch(/^\/(?:\/|%2f|%5c)/i)
      }
    },
  )

  test('no random redirect target leads to another site', async () => {
    const target = fc.oneof(
      anyTarget,
      anyTarget.map((text) => prefix + text),
      anyTarget.map((text) => `${prefix}/${text}`),
    )
    const property = fc.asyncProperty(target.filter(sendable), async (text) => {
      for (const address of addresses(await follow(text))) {
        const { origin, pathname } = new URL(address, 'https://evil.test')
        expect(origin).toBe(SITE)
        expect(new URL(below(prefix, pathname), SITE).origin).toBe(SITE)
      }
    })
    await fc.assert(property, runs)
  })
})

describe('a redirect of Next.js keeps basePath', () => {
  const { 'a sign-in': signIn, 'a guard': guard, 'a sign-out': signOut } = start('/app')

  test.each([
    ['a sign-in', () => signIn('/inside?tab=2'), '/app/inside?tab=2'],
    ['a sign-in with basePath in its target', () => signIn('/app/inside'), '/app/inside'],
    ['a sign-out', () => signOut('/'), '/app'],
    ['a guard', () => guard('/inside'), `/app/login?callbackUrl=${encodeURIComponent(`${SITE}/app/inside`)}`],
  ])(
    'a redirect of pages, route handlers and forms without scripts keeps basePath: %s',
    async (_, follow, expected) => {
      const { rendered, sent } = await follow()
      expect(new URL(rendered, SITE).href).toBe(SITE + expected)
      expect(new URL(sent, SITE).href).toBe(SITE + expected)
    },
  )

  test('a redirect without basePath is a path, which the router follows without a page load', async () => {
    expect(await start('')['a sign-in']('/inside')).toEqual({ rendered: '/inside', sent: '/inside' })
  })
})

describe('the status of a redirect of a route handler of Next.js', () => {
  const { auth, signIn, signOut } = nextApp({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    environment: { AUTH_URL: SITE },
  })

  // With 307, the browser would send the form to the provider or to the sign-in page.
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: SITE }
  const page = { ...headers, 'content-type': '' }
  test.each([
    ['signIn() in a form handler', 303, form, () => signIn('credentials')],
    ['signOut() in a form handler', 303, form, () => signOut()],
    ['auth.protect() in a form handler', 303, form, () => auth.protect()],
    ['auth.protect() in a page', 307, page, () => auth.protect()],
  ])('%s redirects with status %i', async (_, status, sent, code) => {
    const thrown: unknown = await runInNext(sent, code).catch((error: unknown) => error)
    expect(getRedirectStatusCodeFromError(thrown)).toBe(status)
  })
})

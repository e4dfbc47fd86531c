import { expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { createAuth } from '../../../src/solid-start.js'
import { SECRET } from '../../support/app.js'
import { ORIGIN, UserAgent } from './support.js'

/** An application below `/docs`, with the base in the form of Vite or of SolidStart. */
const below = (base: string) =>
  createAuth()
    .provider(credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) }))
    .pages({ signIn: '/login' })
    .options({ secret: SECRET, appBasePath: base })
    .build()

const auth = below('/docs/')
const toInside = `callbackUrl=${encodeURIComponent(`${ORIGIN}/docs/inside`)}`

test.each(['/docs', '/docs/'])('the routes and their URLs are below %s', async (base) => {
  const answer = await below(base).GET({ request: new Request(`${ORIGIN}/docs/api/auth/providers`) })
  expect(await answer.json()).toMatchObject({
    credentials: { signinUrl: `${ORIGIN}/docs/api/auth/signin/credentials` },
  })
})

test.each(['', '/'])('the base path %j means the root', async (base) => {
  const answer = await below(base).GET({ request: new Request(`${ORIGIN}/api/auth/csrf`) })
  expect(answer.status).toBe(200)
})

test('redirects use router paths for the router and complete URLs for forms without scripts', async () => {
  const led = async (code: () => unknown, rendering: boolean) =>
    (await new UserAgent().run(code, { path: '/docs/inside', rendering })).thrown?.headers.get('location')
  const protect = (): unknown => auth.protect()
  expect(await led(protect, true)).toBe(`/login?${toInside}`)
  expect(await led(protect, false)).toBe(`${ORIGIN}/docs/login?${toInside}`)
  for (const fallback of ['/out', '/docs/out'] as const) {
    expect(await led(() => auth.protect({ fallback }), true)).toBe('/out')
    expect(await led(() => auth.protect({ fallback }), false)).toBe(`${ORIGIN}/docs/out`)
  }
  expect(await led(() => auth.protect({ fallback: '/' }), true)).toBe('/')
  const enter = (): unknown => auth.signIn('credentials', { redirectTo: '/inside' })
  expect(await led(enter, true)).toBe('/inside')
  expect(await led(enter, false)).toBe(`${ORIGIN}/docs/inside`)
  expect(await led(() => auth.signOut({ redirectTo: '/' }), true)).toBe('/')
})

test.each(['/docs?tab=1', '/docs#top'])(
  'a redirect to %s adds the base path only once',
  async (redirectTo) => {
    const enter = (): unknown => auth.signIn('credentials', { redirectTo })
    const { thrown } = await new UserAgent().run(enter, { path: '/docs/inside', rendering: false })
    expect(thrown?.headers.get('location')).toBe(ORIGIN + redirectTo)
  },
)

test('the middleware guards router paths and redirects to complete paths', async () => {
  const guard = auth.middleware({ paths: ['/inside', '/docs/guarded', '/teams/:id'] })
  for (const path of ['/docs/inside', '/docs/guarded', '/docs/teams/7']) {
    const { value } = await new UserAgent().run(guard, { path })
    expect([path, value?.headers.get('location')]).toEqual([
      path,
      `/docs/login?callbackUrl=${encodeURIComponent(ORIGIN + path)}`,
    ])
  }
  // Without the prefix `/docs`, the path `//INSIDE/` would be the URL of another site.
  const { value: home } = await new UserAgent().run(guard, { path: '/docs//INSIDE/' })
  expect(home?.headers.get('location')).toBe(
    `/docs/login?callbackUrl=${encodeURIComponent(`${ORIGIN}/docs`)}`,
  )
  for (const path of ['/docs', '/docs/', '/docs/teams', '/docs/login', '/docs/inside/more']) {
    expect((await new UserAgent().run(guard, { path })).value).toBeUndefined()
  }
  const all = auth.middleware({ paths: ['/:page'], fallback: '/' })
  expect((await new UserAgent().run(all, { path: '/docs' })).value).toBeUndefined()
  expect((await new UserAgent().run(all, { path: '/docs/x' })).value?.headers.get('location')).toBe('/docs')
})

test('the middleware also guards an API route that is requested without the base path', async () => {
  const guard = auth.middleware({ paths: ['/inside', '/teams/:id'] })
  for (const path of ['/inside', '/DOCS/inside', '/teams/7', '//inside', '/%69nside']) {
    const { value } = await new UserAgent().run(guard, { path })
    expect([path, value?.status]).toEqual([path, 302])
  }
  expect((await new UserAgent().run(guard, { path: '/docs' })).value).toBeUndefined()
})

test.each(['/DOCS/guarded', '/docs//guarded', '//docs/guarded', '/docs/guarded/'])(
  'the middleware guards a path that is configured as %s',
  async (pattern) => {
    const guard = auth.middleware({ paths: [pattern as `/${string}`] })
    // The pattern may also be the page `/docs/guarded` of the application.
    for (const path of ['/docs/guarded', '/DOCS/guarded', '/guarded', '/docs/docs/guarded']) {
      const { value } = await new UserAgent().run(guard, { path })
      expect([path, value?.status]).toEqual([path, 302])
    }
    expect((await new UserAgent().run(guard, { path: '/docs/docs/docs/guarded' })).value).toBeUndefined()
  },
)

test('the middleware guards a page in a folder with the name of the base path, in any letter case', async () => {
  for (const pattern of ['/Docs/secret', '/docs/secret'] as const) {
    const guard = auth.middleware({ paths: [pattern] })
    for (const path of ['/docs/Docs/secret', '/docs/docs/secret', '/docs/secret']) {
      const { value } = await new UserAgent().run(guard, { path })
      expect([pattern, path, value?.status]).toEqual([pattern, path, 302])
    }
    expect((await new UserAgent().run(guard, { path: '/docs/other/secret' })).value).toBeUndefined()
  }
})

test.each(['/', '//'])(
  'the base path %j puts the routes at the root of the application',
  async (basePath) => {
    const { GET } = createAuth()
      .provider(credentials({ input: {}, authorize: () => null }))
      .options({ secret: SECRET, appBasePath: '/docs', basePath: basePath as '/' })
      .build()
    const status = async (path: string) => (await GET({ request: new Request(ORIGIN + path) })).status
    expect(await status('/docs/csrf')).toBe(200)
    expect(await status('/csrf')).toBe(404)
  },
)

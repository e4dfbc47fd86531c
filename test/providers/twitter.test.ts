import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { twitter } from '../../src/providers/twitter.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

/** Signs in with X, which requires a scope for the field `confirmed_email`. */
async function signIn(options: Parameters<typeof twitter>[0] = {}) {
  let granted: readonly string[] = []
  const adapter = memory()
  const site = app({
    providers: [twitter({ clientId: 'client', clientSecret: 'secret', ...options })],
    adapter,
    fetch: async (url) => {
      const { pathname, searchParams } = new URL(url)
      if (pathname === '/2/oauth2/token')
        return Response.json({ access_token: 'a', token_type: 'bearer', scope: granted.join(' ') })
      const fields = (searchParams.get('user.fields') ?? '').split(',')
      // https://github.com/unasuke/omniauth-twitter2/pull/17
      if (fields.includes('confirmed_email') && !granted.includes('users.email')) {
        const detail = 'Missing required OAuth2 scopes: users.email'
        return Response.json({ detail, title: 'Missing OAuth2 Scopes', status: 403 }, { status: 403 })
      }
      const requested = {
        profile_image_url: 'https://pbs.twimg.example/ada',
        confirmed_email: 'ada@example.com',
      }
      const values = Object.entries(requested).filter(([name]) => fields.includes(name))
      const data = { id: '7', name: 'Ada', username: 'ada', ...Object.fromEntries(values) }
      return Response.json({ data })
    },
  })
  const browser = new Browser(site.handle)
  const { searchParams } = locationOf(await browser.post('/auth/signin/twitter', { callbackUrl: '/inside' }))
  granted = (searchParams.get('scope') ?? '').split(' ')
  const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' })
  const { pathname } = locationOf(await browser.send(`/auth/callback/twitter?${query}`))
  const user = await adapter.getUserByAccount({ provider: 'twitter', providerAccountId: '7' })
  return { pathname, user }
}

test('by default, X signs in a user without an e-mail address', async () => {
  const { pathname, user } = await signIn()
  expect(pathname).toBe('/inside')
  expect(user).toMatchObject({ name: 'Ada', email: null, image: 'https://pbs.twimg.example/ada' })
})

test('with the scope and the field for e-mail addresses, X returns a verified e-mail address', async () => {
  const { pathname, user } = await signIn({
    authorization: { params: { scope: 'users.read tweet.read users.email' } },
    userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
  })
  expect(pathname).toBe('/inside')
  expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: expect.any(Date) })
})

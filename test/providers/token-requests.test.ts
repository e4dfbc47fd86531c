import { expect, test } from 'vitest'
import { hubspot } from '../../src/providers/hubspot.js'
import { naver } from '../../src/providers/naver.js'
import { tiktok } from '../../src/providers/tiktok.js'
import { vk } from '../../src/providers/vk.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

test.each([
  ['naver', naver],
  ['tiktok', tiktok],
  ['vk', vk],
] as const)(
  'the log about a failed token request of %s contains the status of the response',
  async (_, define) => {
    const provider = define({ clientId: 'client', clientSecret: 'secret' })
    const { handle, logged } = app({
      providers: [provider],
      fetch: async () => new Response('<html>Bad gateway</html>', { status: 502 }),
    })
    const browser = new Browser(handle)
    const { searchParams } = locationOf(await browser.post(`/auth/signin/${provider.id}`))
    const query = new URLSearchParams({
      code: 'code',
      state: searchParams.get('state') ?? '',
      device_id: 'device',
    })
    await browser.send(`/auth/callback/${provider.id}?${query}`)
    const [error] = logged
    expect(String((error?.cause as { err?: Error } | undefined)?.err ?? error)).toContain(
      'The token endpoint responded with status 502.',
    )
  },
)

test("the log shows HubSpot's message that the access token is not active", async () => {
  const { handle, logged } = app({
    providers: [hubspot({ clientId: 'client', clientSecret: 'secret' })],
    fetch: async (url) =>
      Response.json(
        url.endsWith('/introspect') ? { active: false } : { access_token: 'a', token_type: 'bearer' },
      ),
  })
  const browser = new Browser(handle)
  const { searchParams } = locationOf(await browser.post('/auth/signin/hubspot'))
  const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' })
  await browser.send(`/auth/callback/hubspot?${query}`)
  const [error] = logged
  expect(String((error?.cause as { err?: Error } | undefined)?.err ?? error)).toContain(
    'HubSpot reports that the access token is not active.',
  )
})

test('the profile of HubSpot contains no tokens', async () => {
  const profiles: unknown[] = []
  const { handle } = app({
    providers: [hubspot({ clientId: 'client', clientSecret: 'secret' })],
    events: { signIn: ({ profile }) => void profiles.push(profile) },
    fetch: async (url) =>
      Response.json(
        url.endsWith('/introspect')
          ? { active: true, user_id: 1, token: 'a', signed_access_token: { signature: 's' } }
          : { access_token: 'a', token_type: 'bearer' },
      ),
  })
  const browser = new Browser(handle)
  const { searchParams } = locationOf(await browser.post('/auth/signin/hubspot'))
  const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' })
  await browser.send(`/auth/callback/hubspot?${query}`)
  expect(profiles).toEqual([{ active: true, user_id: 1 }])
})

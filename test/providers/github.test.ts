import { expect, test, vi } from 'vitest'
import { type GitHubProfile, github } from '../../src/providers/github.js'
import type { Fetch } from '../../src/providers/kinds/custom-fetch.js'
import type { UserinfoEndpoint } from '../../src/providers/kinds/oauth.js'

const profile = { id: 7, login: 'somebody', name: null, email: null, avatar_url: 'https://a.example/7' }

/** The profile that the provider returns for these responses of GitHub, by path. */
async function userinfo(provider: ReturnType<typeof github>, responses: Record<string, unknown>) {
  const fetch = vi.fn<Fetch>(async (url) => {
    const response = responses[new URL(url).pathname]
    if (response instanceof Response) return response
    return response === undefined ? new Response('{}', { status: 403 }) : Response.json(response)
  })
  const { request } = provider.userinfo as UserinfoEndpoint
  const raw = await request?.({ tokens: { access_token: 'token' }, provider: provider as never, fetch })
  return { raw: raw as GitHubProfile, fetch }
}

test('github() uses the public e-mail address of the profile without another request', async () => {
  const { raw, fetch } = await userinfo(github(), { '/user': { ...profile, email: 'public@acme.example' } })
  expect(raw.email).toBe('public@acme.example')
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['https://api.github.com/user'])
  const headers = new Headers(fetch.mock.calls[0]?.[1].headers)
  expect(headers.get('authorization')).toBe('Bearer token')
})

test('github() uses the verified primary e-mail address if the profile has none', async () => {
  const emails = [
    { email: 'other@acme.example', primary: false, verified: true },
    { email: 'primary@acme.example', primary: true, verified: true },
  ]
  const { raw } = await userinfo(github(), { '/user': profile, '/user/emails': emails })
  expect(raw.email).toBe('primary@acme.example')
})

test('github() leaves out an unverified e-mail address', async () => {
  const emails = [
    { email: 'victim@acme.example', primary: true, verified: false },
    { email: 'other@acme.example', primary: false, verified: true },
  ]
  const { raw } = await userinfo(github(), { '/user': profile, '/user/emails': emails })
  expect(raw.email).toBeNull()
})

test('a profile of GitHub has no e-mail address without the scope for e-mail addresses', async () => {
  const { raw } = await userinfo(github(), { '/user': profile })
  expect(raw.email).toBeNull()
})

test.each([
  ['https://api.github.com', true],
  ['https://git.acme.example/api/v3', undefined],
])('the public e-mail address of a profile at %s is verified: %s', async (apiUrl, verified) => {
  const isEnterprise = apiUrl !== 'https://api.github.com'
  const provider = github(isEnterprise ? { enterprise: { baseUrl: 'https://git.acme.example/' } } : {})
  const { raw } = await userinfo(provider, {
    [`${isEnterprise ? '/api/v3' : ''}/user`]: { ...profile, email: 'ada@acme.example' },
  })
  expect(raw.email_verified).toBe(verified)
})

test('a sign-in with GitHub fails if the request for e-mail addresses fails', async () => {
  await expect(
    userinfo(github(), { '/user': profile, '/user/emails': new Response('', { status: 503 }) }),
  ).rejects.toThrow('GitHub responded with status 503 to the request for the e-mail addresses.')
})

test.each([{}, null, { values: [] }])(
  'a sign-in with GitHub fails with a message if the response is not a list of e-mail addresses: %j',
  async (body) => {
    const emails = Response.json(body)
    await expect(userinfo(github(), { '/user': profile, '/user/emails': emails })).rejects.toThrow(
      'GitHub did not respond with a list of e-mail addresses.',
    )
  },
)

test('a sign-in with GitHub fails if the profile request is refused', async () => {
  await expect(userinfo(github(), {})).rejects.toThrow(
    'GitHub responded with status 403 to the request for the profile.',
  )
})

test('github() uses different URLs for a GitHub Enterprise Server', async () => {
  const provider = github({ enterprise: { baseUrl: 'https://git.acme.example/' } })
  expect(provider).toMatchObject({
    issuer: 'https://git.acme.example/login/oauth',
    authorization: { url: 'https://git.acme.example/login/oauth/authorize' },
    token: 'https://git.acme.example/login/oauth/access_token',
    userinfo: { url: 'https://git.acme.example/api/v3/user' },
  })
  const { fetch } = await userinfo(provider, { '/api/v3/user': { ...profile, email: 'a@acme.example' } })
  expect(fetch.mock.calls[0]?.[0]).toBe('https://git.acme.example/api/v3/user')
  expect(provider).not.toHaveProperty('enterprise')
})

test('github() uses the API subdomain of an enterprise with data residency', async () => {
  // https://github.com/myoung34/docker-github-actions-runner/issues/589
  const provider = github({ enterprise: { baseUrl: 'https://octocorp.ghe.com/' } })
  expect(provider).toMatchObject({
    issuer: 'https://octocorp.ghe.com/login/oauth',
    authorization: { url: 'https://octocorp.ghe.com/login/oauth/authorize' },
    token: 'https://octocorp.ghe.com/login/oauth/access_token',
    userinfo: { url: 'https://api.octocorp.ghe.com/user' },
  })
  const { raw, fetch } = await userinfo(provider, {
    '/user': profile,
    '/user/emails': [{ email: 'ada@acme.example', primary: true, verified: true }],
  })
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    'https://api.octocorp.ghe.com/user',
    'https://api.octocorp.ghe.com/user/emails?per_page=100',
  ])
  expect(raw).toMatchObject({ email: 'ada@acme.example', email_verified: true })
})

test('a GitHub user without a name gets the login as the name', () => {
  const user = github().profile?.({ ...profile, email: 'a@acme.example' } as never, {})
  expect(user).toEqual({ id: '7', name: 'somebody', email: 'a@acme.example', image: 'https://a.example/7' })
})

test('an option of github() replaces its default', () => {
  const provider = github({
    id: 'enterprise',
    checks: [],
    authorization: 'https://gateway.acme.example/authorize',
    profile: ({ login }) => ({ id: login }),
  })
  expect(provider.id).toBe('enterprise')
  expect(provider.checks).toEqual([])
  expect(provider.authorization).toBe('https://gateway.acme.example/authorize')
  expect(provider.profile?.({ ...profile } as never, {})).toEqual({ id: 'somebody' })
})

test.each([{ 'x-ratelimit-remaining': '0' }, { 'retry-after': '60' }])(
  "a sign-in fails if GitHub's rate limit refuses the request for e-mail addresses: %j",
  async (headers) => {
    const refused = new Response('{}', { status: 403, headers: headers as HeadersInit })
    await expect(userinfo(github(), { '/user': profile, '/user/emails': refused })).rejects.toThrow(
      'GitHub responded with status 403 to the request for the e-mail addresses.',
    )
  },
)

test('the base URL https://github.com leads to the API of github.com', () => {
  expect(github({ enterprise: { baseUrl: 'https://github.com/' } })).toMatchObject({
    issuer: 'https://github.com/login/oauth',
    userinfo: { url: 'https://api.github.com/user' },
  })
})

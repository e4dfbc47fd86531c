import { expect, test, vi } from 'vitest'
import { type GitHubProfile, github } from '../../src/providers/github.js'
import type { Fetch } from '../../src/providers/kinds/custom-fetch.js'
import type { UserinfoEndpoint } from '../../src/providers/kinds/oauth.js'

const profile = { id: 7, login: 'somebody', name: null, email: null, avatar_url: 'https://a.example/7' }

/** The profile that the provider reads from these responses of GitHub, by path. */
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

test('the public e-mail address of a profile is used without another request', async () => {
  const { raw, fetch } = await userinfo(github(), { '/user': { ...profile, email: 'public@acme.example' } })
  expect(raw.email).toBe('public@acme.example')
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['https://api.github.com/user'])
  const headers = new Headers(fetch.mock.calls[0]?.[1].headers)
  expect(headers.get('authorization')).toBe('Bearer token')
})

test('the verified primary e-mail address is used if the profile has no e-mail address', async () => {
  const emails = [
    { email: 'other@acme.example', primary: false, verified: true },
    { email: 'primary@acme.example', primary: true, verified: true },
  ]
  const { raw } = await userinfo(github(), { '/user': profile, '/user/emails': emails })
  expect(raw.email).toBe('primary@acme.example')
})

test('an unverified e-mail address is left out', async () => {
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

test('a sign-in fails if GitHub does not respond with the e-mail addresses', async () => {
  await expect(
    userinfo(github(), { '/user': profile, '/user/emails': new Response('', { status: 503 }) }),
  ).rejects.toThrow('GitHub responded with status 503 to the request for the e-mail addresses.')
})

test.each([{}, null, { values: [] }])(
  'a sign-in fails with a message if GitHub responds with another value than a list of e-mail addresses: %j',
  async (body) => {
    const emails = Response.json(body)
    await expect(userinfo(github(), { '/user': profile, '/user/emails': emails })).rejects.toThrow(
      'GitHub did not respond with a list of e-mail addresses.',
    )
  },
)

test('a sign-in fails if GitHub refuses the request for the profile', async () => {
  await expect(userinfo(github(), {})).rejects.toThrow(
    'GitHub responded with status 403 to the request for the profile.',
  )
})

test('a GitHub Enterprise Server has different URLs', async () => {
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

test('an enterprise with data residency has a subdomain for its API', async () => {
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

test('a GitHub user without a name has the login as name', () => {
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
  'a sign-in fails if the rate limit of GitHub refuses the request for the e-mail addresses: %j',
  async (headers) => {
    const refused = new Response('{}', { status: 403, headers: headers as HeadersInit })
    await expect(userinfo(github(), { '/user': profile, '/user/emails': refused })).rejects.toThrow(
      'GitHub responded with status 403 to the request for the e-mail addresses.',
    )
  },
)

test('the base URL of github.com leads to the API of github.com', () => {
  expect(github({ enterprise: { baseUrl: 'https://github.com/' } })).toMatchObject({
    issuer: 'https://github.com/login/oauth',
    userinfo: { url: 'https://api.github.com/user' },
  })
})

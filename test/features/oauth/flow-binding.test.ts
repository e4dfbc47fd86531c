/**
 * Binding of a sign-in to its browser, user and provider: the rows ST-13 to ST-23 of the security cases, each named by its id.
 */

import { describe, expect, test } from 'vitest'
import { Browser, flowsOf, locationOf } from '../../support/browser.js'
import { changed, expectNoTokenRequest } from '../../support/oidc/callback.js'
import { postAnswer } from '../../support/oidc/post-answer.js'
import { type RelyingParty, relyingParties } from '../../support/oidc/relying-party.js'
import { acme } from '../../support/providers.js'

const start = relyingParties()

test('ST-13: an encrypted value is rejected in a cookie or parameter that it was not created for', async () => {
  const party = await start({ session: { strategy: 'jwt' } })
  await party.expectSignedIn(await party.signIn())
  const callback = await party.flow()
  const { jar } = party.browser
  const [flow = ''] = flowsOf(party.browser)
  const names = ['__Host-authwright.session-token', '__Host-authwright.csrf-token', flow]
  const values = names.map((name) => jar.get(name) ?? '')
  expect(values.every((value) => value.length > 40)).toBe(true)
  for (const value of [...values, callback.searchParams.get('state') ?? '']) {
    for (const [slot, name] of names.entries()) {
      if (values[slot] === value) continue
      const browser = new Browser(party.browser.handle, party.browser.origin)
      browser.jar.put(name, value)
      const answer =
        name === flow ? await party.finish(callback, browser) : await browser.send('/auth/session')
      if (name === flow) expect(locationOf(answer).searchParams.get('error')).toBe('InvalidCheck')
      expect(await browser.session()).toBeNull()
      const form = new URLSearchParams({ csrfToken: value, callbackUrl: '/inside' })
      const posted = await browser.send('/auth/signin/acme', {
        method: 'POST',
        body: form,
        headers: { origin: browser.origin },
      })
      expect(posted.status).toBe(403)
    }
  }
  expect(party.idp.requestCount('/token')).toBe(1)
})

test.each(['authwright.flow', '__Secure-authwright.flow'])(
  'ST-14: a flow cookie that another subdomain set as %s is ignored',
  async (name) => {
    const party = await start()
    const attacker = party.anotherBrowser()
    const callback = await party.flow(attacker)
    const [cookie = ''] = flowsOf(attacker)
    // Browsers reject a `__Host-` cookie from another host, so the attacker must use another name.
    const tossed = cookie.replace('__Host-authwright.flow', name)
    expect(tossed).not.toBe(cookie)
    party.browser.jar.put(tossed, attacker.jar.get(cookie) ?? '')
    const response = await party.finish(callback)
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    expect(await party.browser.session()).toBeNull()
    expectNoTokenRequest(party)
  },
)

describe('ST-16: an account is not linked to a user who signed in after the flow started', () => {
  /** Ada begins to link, signs out, and Bob signs in. */
  const swap = async (party: RelyingParty): Promise<{ link: URL; cookie: string; value: string }> => {
    const { idp, browser } = party
    await party.signIn()
    const link = await party.flow(browser, 'second', { link: 'true' })
    const [cookie = ''] = flowsOf(browser)
    const value = browser.jar.get(cookie) ?? ''
    await browser.post('/auth/signout')
    idp.user = { sub: 'bob', email: 'bob@example.com' }
    await party.signIn()
    return { link, cookie, value }
  }
  const expectNotLinked = async ({ adapter, browser }: RelyingParty): Promise<void> => {
    expect(await adapter.getAccount('bob', 'second')).toBeNull()
    expect((await browser.session()).user.email).toBe('bob@example.com')
  }
  const providers = [acme(), acme({ id: 'second' })]

  test('ST-16: signing out cancels a flow in progress', async () => {
    const party = await start({ providers })
    const { link } = await swap(party)
    await party.finish(link)
    expect(party.idp.requestCount('/token')).toBe(2)
    await expectNotLinked(party)
  })

  test('ST-16: a saved flow cookie cannot be used after signing out', async () => {
    const party = await start({ providers })
    const { link, cookie, value } = await swap(party)
    party.browser.jar.put(cookie, value)
    const response = await party.finish(link)
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    await expectNotLinked(party)
  })
})

test('ST-17: a stolen code is rejected in the flow of an attacker', async () => {
  const party = await start()
  const stolen = await party.flow(party.anotherBrowser())
  const own = changed(await party.flow(), (params) =>
    params.set('code', stolen.searchParams.get('code') ?? ''),
  )
  await party.expectRefused(await party.finish(own))
})

test('ST-19: a callback that the provider posts as a form is accepted, with PKCE', async () => {
  const party = await start({ provider: { authorization: { params: { response_mode: 'form_post' } } } })
  const authorization = await party.begin()
  expect(authorization.searchParams.get('code_challenge_method')).toBe('S256')
  await party.expectSignedIn(await postAnswer(party.browser, party.idp.authorize(authorization)))
})

describe('ST-22: a posted form', () => {
  const post = async (party: RelyingParty, length: number): Promise<Response> =>
    party.browser.send('/auth/callback/acme', {
      method: 'POST',
      body: new URLSearchParams({ state: 'x'.repeat(100), code: 'y'.repeat(length) }),
      headers: { cookie: '', origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
    })
  const formPost = { provider: { authorization: { params: { response_mode: 'form_post' } } } } as const

  test.each([10_000, 30_000, 250_000])(
    'ST-22: a posted callback of %i characters, too long for a URL, is malformed',
    async (length) => {
      const party = await start(formPost)
      const response = await post(party, length)
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    },
  )

  test('ST-22: a posted callback with the longest possible code redirects to a URL that servers accept', async () => {
    const party = await start(formPost)
    const response = await post(party, 8_000)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')?.length).toBeLessThan(14_000)
  })
})

describe('ST-20: the issuer in the callback', () => {
  test.each<[string, (params: URLSearchParams) => void]>([
    ['is wrong', (params) => params.set('iss', 'https://evil.test')],
    ['is missing although the provider supports it', (params) => params.delete('iss')],
    ['is empty', (params) => params.set('iss', '')],
    ['differs in case', (params) => params.set('iss', 'https://IDP.test')],
    ['has an additional slash', (params) => params.set('iss', 'https://idp.test/')],
  ])('ST-20: a callback is refused before the token request if its issuer %s', async (_, change) => {
    const party = await start()
    await party.expectRefused(await party.finish(changed(await party.flow(), change)))
    expectNoTokenRequest(party)
  })

  test('ST-20: an issuer that occurs twice in the callback is rejected', async () => {
    const party = await start()
    const callback = changed(await party.flow(), (params) => params.append('iss', 'https://idp.test'))
    expect((await party.finish(callback)).status).toBe(400)
    expectNoTokenRequest(party)
  })
})

test('ST-20: a callback at the route of another provider is rejected, with any issuer', async () => {
  const party = await start({ providers: [acme(), acme({ id: 'second' })] })
  const callback = await party.flow()
  callback.pathname = '/auth/callback/second'
  await party.expectRefused(await party.finish(callback), 'InvalidCheck')
  expectNoTokenRequest(party)
})

describe('ST-22: a callback', () => {
  const long = 'x'.repeat(1024 * 1024)
  test.each([
    ['a code of 1 MB', 'code', long],
    ['a state of 1 MB', 'state', long],
    ['a NUL in the code', 'code', 'c%00'],
    ['a NUL in the state', 'state', 's%00'],
    ['a code that is not UTF-8', 'code', '%ff%fe'],
    ['a state that is not UTF-8', 'state', '%ff%fe'],
  ])('ST-22: a callback with %s is malformed, and no request is sent', async (_, name, value) => {
    const party = await start()
    const callback = await party.flow()
    const asked = party.idp.received.length
    const others = [...callback.searchParams].filter(([key]) => key !== name)
    const query = `${new URLSearchParams(others)}&${name}=${value}`
    const response = await party.browser.send(`${callback.pathname}?${query}`)
    expect(response.status).toBe(400)
    expect(party.idp.received).toHaveLength(asked)
    expect(await party.browser.session()).toBeNull()
  })
})

test('ST-23: the browser can set only display parameters of the authorization request', async () => {
  const party = await start({
    provider: { authorization: { params: { scope: 'openid email', audience: 'api' } } },
  })
  const hostile = new URLSearchParams({
    redirect_uri: 'https://evil.test',
    client_id: 'other',
    response_type: 'token',
    response_mode: 'fragment',
    scope: 'admin',
    request_uri: 'https://evil.test/request',
    request: 'e30',
    claims: '{}',
    audience: 'other',
    max_age: '1',
    acr_values: 'low',
    code_challenge: 'x',
    code_challenge_method: 'plain',
    nonce: 'x',
    state: 'x',
    login_hint: 'ada',
  })
  const { searchParams } = locationOf(await party.browser.post(`/auth/signin/acme?${hostile}`))
  expect(Object.fromEntries(searchParams)).toEqual({
    redirect_uri: 'https://app.test/auth/callback/acme',
    client_id: 'client',
    response_type: 'code',
    scope: 'openid email',
    audience: 'api',
    login_hint: 'ada',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
  })
})

test('ST-23: the application can add parameters to the authorization request, except those of the flow', async () => {
  const party = await start()
  const flow = [
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'code_challenge',
  ]
  const reserved = [...flow, 'request', 'request_uri'].map((name) => [name, 'chosen'])
  const params = new URLSearchParams([...reserved, ['prompt', 'login'], ['scope', 'openid']])
  const request = new Request('https://app.test/')
  const { url } = await party.app.signIn('acme', { request }, params)
  const sent = Object.fromEntries(new URL(url).searchParams)
  expect(sent).toMatchObject({ prompt: 'login', scope: 'openid', client_id: 'client', response_type: 'code' })
  expect(Object.values(sent)).not.toContain('chosen')
})

describe('an authorization response with tokens is rejected before a token request', () => {
  const names = ['access_token', 'id_token', 'token', 'response']

  test.each(names.flatMap((name) => ['t', ''].map((value) => [name, value] as const)))(
    'an authorization response with the token %s=%s is rejected before a token request',
    async (name, value) => {
      const party = await start()
      const callback = changed(await party.flow(), (params) => params.set(name, value))
      await party.expectRefused(await party.finish(callback))
      expectNoTokenRequest(party)
    },
  )
})

import { expect, test } from 'vitest'
import { bitbucket } from '../../src/providers/bitbucket.js'
import type { UserinfoEndpoint } from '../../src/providers/kinds/oauth.js'

const profile = { account_id: '557058:c0', display_name: 'Ada', links: {} }

/** The profile that the provider returns if this is the response of Bitbucket to the request for e-mail addresses. */
async function userinfo(respond: (url: URL) => Response): Promise<unknown> {
  const { request } = bitbucket().userinfo as UserinfoEndpoint
  return request?.({
    tokens: { access_token: 'token' },
    provider: bitbucket() as never,
    fetch: async (url) => (url.endsWith('/2.0/user') ? Response.json(profile) : respond(new URL(url))),
  })
}

const emailAddress = (email: string, is_primary: boolean, is_confirmed = true) => ({
  email,
  is_primary,
  is_confirmed,
})

test("the primary e-mail address is found in a full page of a Bitbucket user's e-mail addresses", async () => {
  const emails = Array.from({ length: 100 }, (_, index) => emailAddress(`${index}@example.com`, index === 99))
  const found = userinfo(({ searchParams }) => {
    const length = Number(searchParams.get('pagelen') ?? 10)
    return Response.json({ values: emails.slice(0, length) })
  })
  expect(await found).toMatchObject({ email: '99@example.com' })
})

test.each([
  ['the primary e-mail address is not confirmed', [emailAddress('ada@example.com', true, false)]],
  ['only an e-mail address that is not primary is confirmed', [emailAddress('ada@example.com', false)]],
  ['Bitbucket returns none', []],
])('a profile of Bitbucket has no e-mail address if %s', async (_, values) => {
  expect(await userinfo(() => Response.json({ values }))).toMatchObject({ email: null })
})

test('a profile of Bitbucket has no e-mail address without the scope for e-mail addresses', async () => {
  expect(await userinfo(() => Response.json({}, { status: 403 }))).toEqual({ ...profile, email: null })
})

test('a sign-in with Bitbucket fails if the request for e-mail addresses fails', async () => {
  await expect(userinfo(() => new Response('', { status: 503 }))).rejects.toThrow(
    'Bitbucket responded with status 503 to the request for the e-mail addresses.',
  )
})

test.each([{}, null, { values: {} }])(
  'a sign-in with Bitbucket fails with a message if the response is not a list of e-mail addresses: %j',
  async (body) => {
    await expect(userinfo(() => Response.json(body))).rejects.toThrow(
      'Bitbucket did not respond with a list of e-mail addresses.',
    )
  },
)

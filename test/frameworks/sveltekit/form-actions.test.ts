import { redirect } from '@sveltejs/kit'
import { describe, expect, test } from 'vitest'
import { RateLimited, ReauthenticationRequired } from '../../../src/errors.js'
import { actions, submit } from '../../../src/frameworks/sveltekit/actions.js'
import { createEvents } from '../../../src/frameworks/sveltekit/open-event.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { destinationOf } from '../../../src/runtime/port.js'
import { app } from '../../support/app.js'

const SITE = 'https://app.test'

const input = { username: {}, password: { type: 'password' }, pin: { autocomplete: 'one-time-code' } }
const typed = { username: 'ada', password: 'wrong', pin: '1234', other: 'hidden' }

/** The value that the provider throws for a wrong password. */
const WRONG = Symbol('wrong password')

/** Sends a form to the page /login, whose action throws this error. */
async function send(thrown: unknown, headers: Readonly<Record<string, string>> = {}) {
  const application = app({
    providers: [credentials({ input, authorize: () => null })],
    pages: { signIn: '/login' },
    environment: { AUTH_URL: SITE },
  })
  const url = new URL('/login', SITE)
  const request = new Request(url, {
    method: 'POST',
    headers: { origin: SITE, referer: `${SITE}/login?error=none`, accept: 'text/html', ...headers },
    body: new URLSearchParams({ providerId: 'credentials', ...typed }),
  })
  const cookies = { set: () => {} }
  const opened = createEvents(application.open).open({ url, request, cookies } as unknown as AuthEvent)
  let submissions = 0
  const answer = submit(opened, async ({ providerId, fields }) => {
    submissions += 1
    if (thrown !== WRONG) throw thrown
    const sent = Object.fromEntries(fields)
    const options = { redirectTo: `${SITE}/inside`, fields: sent }
    return destinationOf(opened.request, opened.request.signIn(providerId, options))
  }).then(
    (returned) => ({ returned }),
    (error: unknown) => ({ error }),
  )
  return { ...(await answer), submissions, logged: application.logged }
}

describe('a form that is refused', () => {
  test('a refused sign-in in a form action returns the reason and the input without the password', async () => {
    const { returned } = (await send(WRONG)) as { returned: unknown }
    expect(returned).toMatchObject({ status: 400 })
    expect((returned as { data: unknown }).data).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      providerId: 'credentials',
      typed: { username: 'ada' },
      retryAfter: undefined,
    })
  })

  test('a form action returns when to try again after too many attempts', async () => {
    const limit = { name: 'attempts', max: 5, window: 60, retryAfter: 42 } as const
    expect(await send(new RateLimited(limit))).toMatchObject({
      returned: { status: 429, data: { error: 'RateLimited', retryAfter: 42 } },
    })
  })

  test('a form action that needs a recent sign-in fails with status 403', async () => {
    expect(await send(new ReauthenticationRequired())).toMatchObject({
      returned: { status: 403, data: { error: 'ReauthenticationRequired' } },
    })
  })

  test('without JavaScript, the error of a form on another page is shown on the sign-in page', async () => {
    const { error } = (await send(WRONG, { referer: `${SITE}/` })) as { error: unknown }
    expect(error).toMatchObject({ status: 303 })
    const { pathname, searchParams } = new URL((error as { location: string }).location, SITE)
    expect(pathname).toBe('/login')
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      callbackUrl: `${SITE}/inside`,
    })
  })

  test('with JavaScript, the error of a form on another page is shown on that page', async () => {
    const headers = { referer: `${SITE}/`, 'x-sveltekit-action': 'true' }
    expect(await send(WRONG, headers)).toMatchObject({ returned: { status: 400 } })
  })

  test('the error of a form without a Referer is shown on the page of the action', async () => {
    const headers = { referer: '' }
    expect(await send(WRONG, headers)).toMatchObject({ returned: { status: 400 } })
  })

  test('a form action does not read a form of another site', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const { error, submissions } = (await send(WRONG, headers)) as {
      error: unknown
      submissions: number
    }
    expect(error).toMatchObject({ status: 403 })
    expect(submissions).toBe(0)
  })
})

test('SvelteKit receives errors other than refused sign-ins, and Authwright does not log them', async () => {
  const mistake = new TypeError('A mistake of the application.')
  expect(await send(mistake)).toMatchObject({ error: mistake, logged: [] })
  let moved: unknown
  try {
    redirect(303, '/inside')
  } catch (thrown) {
    moved = thrown
  }
  expect(await send(moved)).toMatchObject({ error: { status: 303, location: '/inside' } })
})

test.each(['none', 'cross-site', 'same-site'])(
  'an endpoint for GET does not sign a user in if a link on a page has sent the request (sec-fetch-site: %s)',
  async (site) => {
    const application = app({
      providers: [credentials({ input: {}, authorize: () => ({ id: 'eve', name: 'Eve' }) })],
      environment: { AUTH_URL: SITE },
    })
    const url = new URL('/enter', SITE)
    const request = new Request(url, { headers: { 'sec-fetch-site': site } })
    const cookies = { set: () => {} }
    const { signIn } = actions(createEvents(application.open))
    const called = signIn({ url, request, cookies } as unknown as AuthEvent, 'credentials', {})
    await expect(called).rejects.toMatchObject({ type: 'MissingCSRF' })
  },
)

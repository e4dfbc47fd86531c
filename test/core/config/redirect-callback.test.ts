import { describe, expect, test } from 'vitest'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

/** Signs a user in to an application that has this `redirect` callback. */
async function signIn(redirect: () => unknown, callbackUrl = '/inside') {
  const provider = credentialsWith({ input: { name: {} }, authorize: ({ name }) => ({ id: String(name) }) })
  const site = app({ providers: [provider], callbacks: { redirect: redirect as () => string } })
  const browser = new Browser(site.handle)
  const response = await browser.post('/auth/callback/credentials', { name: 'ada', callbackUrl })
  return { location: response.headers.get('location'), logged: site.logged, session: await browser.session() }
}

describe('`callbacks.redirect`', () => {
  test.each([
    ...[
      undefined,
      null,
      true,
      false,
      0,
      '',
      {},
      [],
      ['https://evil.example'],
      new URL('https://evil.example'),
    ],
    ...['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://a@evil.example', 'evil.example'],
    ...[{ toString: () => 'https://evil.example' }, () => 'https://evil.example'],
  ])('a redirect callback that returns %o leads to the start page', async (value) => {
    const { location, session } = await signIn(() => value)
    expect(location).toBe('https://app.test/')
    expect(session).not.toBeNull()
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('https://evil.example')
      },
    ],
    ['rejects', () => Promise.reject(new Error('https://evil.example'))],
    ['rejects with no error', () => Promise.reject(undefined)],
  ])('a redirect callback that %s leads to the start page', async (_, redirect) => {
    expect((await signIn(redirect)).location).toBe('https://app.test/')
  })

  test.each([
    ['without the query string', '/invite?token=the-secret-of-the-invitation', '/invite[redacted]'],
    ['unchanged if the URL has no query string', '/a', '/a'],
  ])('an error of the redirect callback that contains the URL is logged %s', async (_, target, shown) => {
    const { location, logged } = await signIn(() => {
      throw new Error(`The page https://app.test${target} is unknown.`)
    }, target)
    expect(location).toBe('https://app.test/')
    expect(logged.map(({ message }) => message)).toEqual([`The page https://app.test${shown} is unknown.`])
  })
})

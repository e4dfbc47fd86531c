import { expect, test } from 'vitest'
import Credentials from '../../src/compat/providers/credentials.js'
import { getSession, SolidAuth, type SolidAuthConfig } from '../../src/compat/solid-start.js'
import { AuthConfigurationError } from '../../src/index.js'
import { Browser } from '../support/browser.js'

const ORIGIN = 'https://app.test'

/** A configuration, and a browser that is signed in. Each test passes another prefix, so that it has a separate store. */
async function signedIn(prefix: string) {
  const config = {
    providers: [Credentials({ credentials: { name: {} }, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    secret: 'a secret of at least thirty-two characters',
    trustHost: true,
    prefix,
  } satisfies SolidAuthConfig
  const auth = SolidAuth(config)
  const handler = (request: Request) => (request.method === 'GET' ? auth.GET : auth.POST)({ request })
  const browser = new Browser(handler, ORIGIN)
  const post = async (path: string): Promise<void> => {
    const csrf = (await (await browser.send(`${prefix}/csrf`)).json()) as { csrfToken: string }
    const body = new URLSearchParams(csrf)
    await browser.send(`${prefix}${path}`, { method: 'POST', body, headers: { origin: ORIGIN } })
  }
  await post('/callback/credentials')
  return { config, auth, browser, post }
}

const requestOf = (cookie: string): Request => new Request(ORIGIN, { headers: { cookie } })

test('getSession() reads the session with the result of SolidAuth() and with a configuration', async () => {
  const { config, auth, browser } = await signedIn('/api/read')
  const request = requestOf(browser.jar.header)
  expect(await getSession(request, auth)).toMatchObject({ user: { name: 'Ada' } })
  expect(await getSession(request, config)).toMatchObject({ user: { name: 'Ada' } })
  expect(await getSession(requestOf(''), auth)).toBeNull()
  expect(await getSession(requestOf(''), config)).toBeNull()
})

test('getSession() rejects revoked sessions with the result of SolidAuth() and with a configuration', async () => {
  const { config, auth, browser, post } = await signedIn('/api/revoked')
  const request = requestOf(browser.jar.header)
  expect(await getSession(request, config)).toMatchObject({ user: { name: 'Ada' } })
  await post('/signout')
  expect(await getSession(request, auth)).toBeNull()
  expect(await getSession(request, config)).toBeNull()
})

test('getSession() rejects a configuration that breaks a rule', async () => {
  const { config } = await signedIn('/api/wrong')
  const wrong = { ...config, providers: [...config.providers, ...config.providers] }
  await expect(getSession(requestOf(''), wrong)).rejects.toThrow(AuthConfigurationError)
})

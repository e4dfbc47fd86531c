import { expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import * as playwright from '../../src/testing/playwright.js'
import * as vitest from '../../src/testing/vitest.js'
import * as testing from '../../src/testing.js'

const auth = createAuth()
  .provider(github())
  .options({ secret: 'a secret of more than thirty-two characters' })
  .build()
const request = new Request('http://localhost/')
const response = new Response()
const event = vitest.svelteKitEvent(request)
const page = { context: () => ({ newCDPSession: async () => ({ send: async () => ({}) }) }) }

const { authMatchers, inNextRequest, inSolidStartRequest, inSvelteKitRequest, svelteKitEvent } = vitest
const { signedIn, storageStateOf, VirtualAuthenticator } = playwright

/** Calls that work unless NODE_ENV is `production`. */
const calls: Readonly<Record<string, () => unknown>> = {
  testAuth: () => testing.testAuth(auth),
  clock: () => testing.clock(auth),
  faults: () => testing.faults(memory()),
  identityProvider: () => testing.identityProvider(),
  mailbox: () => testing.mailbox(),
  signingKey: () => testing.signingKey('1'),
  signedIn: () => signedIn(auth),
  storageStateOf: () => storageStateOf({ cookies: [] }),
  VirtualAuthenticator: () => VirtualAuthenticator.attach(page),
  authMatchers: () => authMatchers.toBeSignedIn(request, auth),
  toRedirectToSignIn: () => authMatchers.toRedirectToSignIn(response),
  toSetSessionCookie: () => authMatchers.toSetSessionCookie(response),
  svelteKitEvent: () => svelteKitEvent(request),
  inNextRequest: () => inNextRequest(request, () => {}),
  inSolidStartRequest: () => inSolidStartRequest(request, () => {}),
  inSvelteKitRequest: () => inSvelteKitRequest(event, () => {}),
}

test('every export of the test kit has a test for production', () => {
  const exported = [testing, vitest, playwright].flatMap((entry) => Object.keys(entry))
  expect(exported.filter((name) => calls[name] === undefined)).toEqual([])
})

test.each(Object.keys(calls))('%s of the test kit throws in production', async (name) => {
  await calls[name]?.()
  vi.stubEnv('NODE_ENV', 'production')
  try {
    await expect((async () => calls[name]?.())()).rejects.toThrow('NODE_ENV')
  } finally {
    vi.unstubAllEnvs()
  }
})

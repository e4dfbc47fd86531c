import { expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import { signedIn } from '../../src/testing/playwright.js'
import {
  inNextRequest,
  inSolidStartRequest,
  inSvelteKitRequest,
  svelteKitEvent,
} from '../../src/testing/vitest.js'
import { clock, faults, identityProvider, mailbox, testAuth } from '../../src/testing.js'

const auth = createAuth()
  .provider(github())
  .options({ secret: 'a secret of more than thirty-two characters' })
  .build()
const request = new Request('http://localhost/')
const event = svelteKitEvent(request)

const calls: Readonly<Record<string, () => unknown>> = {
  testAuth: () => testAuth(auth),
  clock: () => clock(auth),
  faults: () => faults(memory()),
  identityProvider: () => identityProvider(),
  mailbox: () => mailbox(),
  signedIn: () => signedIn(auth),
  svelteKitEvent: () => svelteKitEvent(request),
  inNextRequest: () => inNextRequest(request, () => {}),
  inSolidStartRequest: () => inSolidStartRequest(request, () => {}),
  inSvelteKitRequest: () => inSvelteKitRequest(event, () => {}),
}

test.each(Object.keys(calls))('%s does not work in production', async (name) => {
  vi.stubEnv('NODE_ENV', 'production')
  try {
    await expect((async () => calls[name]?.())()).rejects.toThrow('NODE_ENV')
  } finally {
    vi.unstubAllEnvs()
  }
})

import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { google } from '../../../src/providers/google.js'
import { keycloak } from '../../../src/providers/keycloak.js'
import { webauthn } from '../../../src/providers/webauthn.js'
import { app, lazyApp, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

/*
 * Each distinct warning is logged once, even if every request creates a configuration.
 */

function log() {
  const warned: string[] = []
  const logger = { warn: (code: string, message: string) => void warned.push(`${code}: ${message}`) }
  return { warned, logger }
}

test('a lazy configuration logs each unusable provider once', async () => {
  const { warned, logger } = log()
  const site = lazyApp(
    (request) => ({
      providers: [request?.url.includes('second') ? keycloak() : google()],
      options: { secret: SECRET, logger },
    }),
    { environment: { NODE_ENV: 'test' } },
  )
  for (const query of ['', '?second', '', '?second']) {
    await site.handle(new Request(`https://app.test/auth/providers${query}`))
  }
  expect(warned.map((line) => /^([\w-]+): The provider '(\w+)'/.exec(line)?.slice(1))).toEqual([
    ['unusable-providers', 'google'],
    ['unusable-providers', 'keycloak'],
  ])
})

test('each experimental provider is named in a warning', async () => {
  const site = app({
    providers: [webauthn({ id: 'first' }), webauthn({ id: 'second', enableConditionalUI: false })],
    adapter: memory(),
    options: { experimental: { enableWebAuthn: true } },
  })
  for (const _ of [1, 2]) await site.session(new Request('https://app.test/'))
  expect(site.warned).toEqual([
    "experimental-webauthn: The provider 'first' is experimental: its options may change.",
    "experimental-webauthn: The provider 'second' is experimental: its options may change.",
  ])
})

test('a lazy configuration logs a redirect to another site once', async () => {
  const { warned, logger } = log()
  const site = lazyApp(() => ({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada' }) })],
    callbacks: { redirect: () => 'https://partner.test/' },
    options: { secret: SECRET, logger },
  }))
  for (const _ of [1, 2])
    await new Browser(site.handle).post('/auth/callback/credentials', { callbackUrl: '/in' })
  expect(warned.filter((line) => line.startsWith('redirect-'))).toHaveLength(1)
})

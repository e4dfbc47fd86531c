import { expect, onTestFinished, test } from 'vitest'
import { UntrustedHost } from '../../../src/errors.js'
import { actions } from '../../../src/frameworks/sveltekit/actions.js'
import { createEvents } from '../../../src/frameworks/sveltekit/open-event.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { github } from '../../../src/providers/github.js'
import { app } from '../../support/app.js'

// This file has one test, because the code of `signIn` is loaded only once.
test('an untrusted host at the first sign-in of a process causes no unhandled rejection', async () => {
  const unhandled: unknown[] = []
  const listener = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', listener)
  onTestFinished(() => void process.off('unhandledRejection', listener))
  const { handle, open } = app({
    providers: [github({ clientId: 'client', clientSecret: 'secret' })],
    environment: { AUTH_TRUSTED_HOSTS: 'app.test' },
  })
  const url = new URL('https://other.test/login')
  const event = { url, request: new Request(url, { method: 'POST' }), cookies: {} } as unknown as AuthEvent
  // Loads the code that responds to errors before the first sign-in.
  await handle(new Request('https://other.test/auth/session'))

  await expect(actions(createEvents(open)).signIn(event, 'github')).rejects.toThrow(UntrustedHost)
  expect(unhandled).toEqual([])
})

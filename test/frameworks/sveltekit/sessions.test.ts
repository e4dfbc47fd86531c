import { expect, test, vi } from 'vitest'
import type { ListedSessions } from '../../../src/builder/sessions-api.js'
import { createSvelteKitAuth } from '../../../src/frameworks/sveltekit/create-sveltekit-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { specOf } from '../../support/app.js'

vi.mock('../../../src/frameworks/sveltekit/kit.js', () => ({
  kitBase: () => '',
  kitEnvironment: () => ({}),
}))

test('sessions.current() of a request without an event does not call the configuration function', async () => {
  const { spec } = specOf({ providers: [credentials({ input: {}, authorize: () => null })] }, 'sveltekit')
  const resolve = vi.fn(() => spec)
  const auth = createSvelteKitAuth({ features: [], resolve })
  const { current } = auth.sessions as ListedSessions
  await expect(current(new Request('https://app.test/'))).rejects.toThrow(
    'This configuration is a function of the event. Pass { request: event.request }.',
  )
  expect(resolve).not.toHaveBeenCalled()
})

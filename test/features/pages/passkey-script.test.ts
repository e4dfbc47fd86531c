import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { renderPasskeyScript } from '../../../src/runtime/features/pages/passkeys.js'
import { wordsOf } from '../../../src/runtime/features/pages/words.js'

const words = wordsOf()

it('reports on the page that the database does not respond', async () => {
  const alert = { textContent: '' }
  const visited: unknown[] = []
  let submit = (_event: object): void => {}
  const form = { addEventListener: (_name: string, listener: typeof submit) => (submit = listener) }
  const box = {
    dataset: { options: '/auth/webauthn-options/passkey' },
    querySelector: (selector: string) => (selector === 'form' ? form : alert),
  }
  const script = `${renderPasskeyScript('nonce', words)}`.match(/<script[^>]*>([\s\S]*)<\/script>/)?.[1] ?? ''
  runInNewContext(script, {
    JSON,
    URL,
    URLSearchParams,
    FormData: class extends URLSearchParams {
      constructor() {
        super({ email: 'ada@example.com' })
      }
    },
    window: { PublicKeyCredential: {} },
    document: {
      currentScript: { dataset: { texts: JSON.stringify({ other: words.texts['passkey.failed'] }) } },
      querySelectorAll: () => [box],
      querySelector: () => ({ remove() {} }),
    },
    location: { assign: (url: unknown) => visited.push(url) },
    addEventListener() {},
    setInterval() {},
    fetch: async () => Response.json({ url: 'https://app.example/auth/signin' }, { status: 503 }),
  })
  submit({ preventDefault() {}, submitter: { value: 'register' } })
  await expect.poll(() => [...visited, alert.textContent].join('')).not.toBe('')
  expect(visited).toEqual([])
  expect(alert.textContent).toBe(words.texts['passkey.failed'])
})

import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { renderPasskeyScript } from '../../../src/runtime/features/pages/passkeys.js'
import { wordsOf } from '../../../src/runtime/features/pages/words.js'

const words = wordsOf()

/** Runs the script with a form, and presses its button. Returns what the script sent, showed and opened. */
function press(
  fields: Record<string, string>,
  data: Record<string, string>,
  response: () => Response,
): {
  readonly alert: { textContent: string }
  readonly visited: unknown[]
  readonly sent: URLSearchParams[]
} {
  const alert = { textContent: '' }
  const visited: unknown[] = []
  const sent: URLSearchParams[] = []
  let submit = (_event: object): void => {}
  const form = { addEventListener: (_name: string, listener: typeof submit) => (submit = listener) }
  const box = {
    dataset: { options: '/auth/webauthn-options/passkey', ...data },
    querySelector: (selector: string) => (selector === 'form' ? form : alert),
    setAttribute() {},
    removeAttribute() {},
  }
  const script = `${renderPasskeyScript('nonce', words)}`.match(/<script[^>]*>([\s\S]*)<\/script>/)?.[1] ?? ''
  runInNewContext(script, {
    JSON,
    URL,
    URLSearchParams,
    FormData: class extends URLSearchParams {
      constructor() {
        super(fields)
      }
    },
    window: { PublicKeyCredential: {} },
    document: {
      currentScript: { dataset: { texts: JSON.stringify({ other: words.texts['passkey.failed'] }) } },
      querySelectorAll: () => [box],
      querySelector: () => ({ remove() {} }),
    },
    location: {
      assign: (url: unknown) => visited.push(url),
      toString: () => 'https://app.example/auth/signin',
    },
    addEventListener() {},
    setInterval() {},
    fetch: async (_url: string, { body }: { body: URLSearchParams }) => {
      sent.push(body)
      return response()
    },
  })
  submit({ preventDefault() {}, submitter: { value: 'register' } })
  return { alert, visited, sent }
}

it('the passkey script shows on the page that the database does not respond', async () => {
  const { alert, visited } = press({ email: 'ada@example.com' }, {}, () =>
    Response.json({ url: 'https://app.example/auth/signin' }, { status: 503 }),
  )
  await expect.poll(() => [...visited, alert.textContent].join('')).not.toBe('')
  expect(visited).toEqual([])
  expect(alert.textContent).toBe(words.texts['passkey.failed'])
})

it.each([
  {
    page: 'sign-in page',
    data: {},
    back: 'https://app.example/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Fnext',
  },
  {
    page: 'account page',
    data: { returnTo: 'https://app.example/auth/account' },
    back: 'https://app.example/auth/account',
  },
])('the passkey script leads to a new sign-in, which returns to the $page', async ({ data, back }) => {
  const url = 'https://app.example/auth/signin?again'
  const { visited, sent } = press({ callbackUrl: 'https://app.example/next' }, data, () =>
    Response.json({ url }, { status: 403 }),
  )
  await expect.poll(() => visited).toEqual([url])
  expect(sent.map((body) => body.get('callbackUrl'))).toEqual([back])
})

import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { renderPasskeyScript } from '../../../src/runtime/features/pages/passkeys.js'
import { wordsOf } from '../../../src/runtime/features/pages/words.js'

const words = wordsOf()

/** Runs the script with a form, and presses its button. Returns what the script sent, showed and opened. */
function press(...given: Parameters<typeof run>): Omit<ReturnType<typeof run>, 'submit' | 'show'> {
  const { submit, ...result } = run(...given)
  submit()
  return result
}

/** Runs the script with a form. Every use of a passkey succeeds. */
function run(
  fields: Record<string, string>,
  data: Record<string, string>,
  response: (url: string) => Response,
): {
  readonly alert: { textContent: string }
  readonly visited: unknown[]
  readonly sent: URLSearchParams[]
  /** Presses the button of the form. */
  submit(): void
  /** Shows the page, which offers passkeys by autofill. */
  show(): void
} {
  let show = (_event: object): void => {}
  const alert = { textContent: '' }
  const visited: unknown[] = []
  const sent: URLSearchParams[] = []
  let submit = (_event: object): void => {}
  const form = {
    addEventListener: (_name: string, listener: typeof submit) => (submit = listener),
    getAttribute: () => '/auth/callback/passkey',
  }
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
    window: { PublicKeyCredential: { isConditionalMediationAvailable: async () => true } },
    navigator: {
      credentials: {
        get: async () => ({ id: 'AA', rawId: new ArrayBuffer(1), type: 'public-key', response: {} }),
      },
    },
    AbortController,
    atob,
    btoa,
    document: {
      currentScript: { dataset: { texts: JSON.stringify({ other: words.texts['passkey.failed'] }) } },
      querySelectorAll: () => [box],
      querySelector: () => ({ remove() {} }),
    },
    location: {
      assign: (url: unknown) => visited.push(url),
      toString: () => 'https://app.example/auth/signin',
    },
    addEventListener(_name: string, listener: typeof show) {
      show = listener
    },
    setInterval() {},
    fetch: async (url: string, { body }: { body: URLSearchParams }) => {
      sent.push(body)
      return response(url)
    },
  })
  return {
    alert,
    visited,
    sent,
    submit: () => submit({ preventDefault() {}, submitter: { value: 'register' } }),
    show: () => show({ persisted: false }),
  }
}

it('the passkey script shows a message on the page if the database does not respond', async () => {
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
])('the passkey script redirects to a new sign-in that returns to the $page', async ({ data, back }) => {
  const url = 'https://app.example/auth/signin?again'
  const { visited, sent } = press({ callbackUrl: 'https://app.example/next' }, data, () =>
    Response.json({ url }, { status: 403 }),
  )
  await expect.poll(() => visited).toEqual([url])
  expect(sent.map((body) => body.get('callbackUrl'))).toEqual([back])
})

/** Offers passkeys by autofill once. The user chooses one, and `response` is the response to it. */
function choose(response: () => Response): ReturnType<typeof run> {
  let offers = 0
  const site = run({}, { conditional: '' }, (url) => {
    if (url === '/auth/callback/passkey') return response()
    offers += 1
    if (offers > 1) return Response.json({}, { status: 503 })
    return Response.json({ options: { rpId: 'app.example', challenge: 'AAAA' } })
  })
  site.show()
  return site
}

it.each([
  ['an error of the database', () => Response.json({}, { status: 503 })],
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  [
    'no response',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('the passkey script shows that a passkey chosen from autofill failed after %s', async (_, response) => {
  const { alert, visited, sent } = choose(response)
  await expect.poll(() => alert.textContent).toBe(words.texts['passkey.failed'])
  expect(visited).toEqual([])
  // Passkeys are offered again.
  await expect.poll(() => sent.length).toBe(3)
})

it('the passkey script shows no error if autofill cannot offer passkeys', async () => {
  const { alert, sent, show } = run({}, { conditional: '' }, () => Response.json({}, { status: 503 }))
  show()
  await expect.poll(() => sent.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([alert.textContent, sent.length]).toEqual(['', 1])
})

it('the passkey script opens the next page after a passkey was chosen from autofill', async () => {
  const { alert, visited } = choose(() => Response.json({ url: 'https://app.example/next' }))
  await expect.poll(() => visited.map(String)).toEqual(['https://app.example/next'])
  expect(alert.textContent).toBe('')
})

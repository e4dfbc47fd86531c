import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { credentials } from '../../src/providers/credentials.js'
import { email } from '../../src/providers/email.js'
import { SECRET } from '../support/app.js'

const request = new Request('http://localhost/login', {
  method: 'POST',
  headers: { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
})

/** An application with a mail server that is down, and the names of its log entries. */
function application() {
  const errors: string[] = []
  const warnings: string[] = []
  const auth = createAuth()
    .provider(credentials({ input: {}, authorize: () => null }))
    .provider(
      email({
        from: 'sign-in@example.com',
        sendVerificationRequest: () => Promise.reject(new Error('The mail server is down.')),
      }),
    )
    .adapter(memory())
    .session({ strategy: 'jwt' })
    .options({
      secret: SECRET,
      logger: {
        error: ({ name }) => void errors.push(name),
        warn: (code) => void warnings.push(code),
      },
    })
    .build()
  return { auth, errors, warnings }
}

test("auth.signIn logs a failed mail once, because the application's page does not show the reason", async () => {
  const { auth, errors } = application()
  const started = auth.signIn('email', { request, email: 'ada@example.com' })
  await expect(started).rejects.toMatchObject({ type: 'EmailSignInError', reference: expect.any(String) })
  expect(errors).toEqual(['EmailSignInError'])
})

test('auth.signIn logs a wrong password as a warning', async () => {
  const { auth, errors, warnings } = application()
  await expect(auth.signIn('credentials', { request })).rejects.toMatchObject({ type: 'CredentialsSignin' })
  expect(errors).toEqual([])
  expect(warnings).toContain('CredentialsSignin')
})

test('auth.signIn refuses a form from another site', async () => {
  const { auth } = application()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const foreign = new Request('http://localhost/login', { method: 'POST', headers })
  await expect(auth.signIn('credentials', { request: foreign })).rejects.toMatchObject({
    type: 'MissingCSRF',
  })
})

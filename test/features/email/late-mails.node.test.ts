import { expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { type MailOptions, resend } from '../../../src/providers/resend.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const never = (): Promise<never> => new Promise(() => {})

/** Sends a mail through a service, and cancels the request after a second. */
const cancelled: MailOptions<string>['sendVerificationRequest'] = async ({ fetch }) => {
  const request = new AbortController()
  setTimeout(() => request.abort(), 1_000)
  await fetch('https://mail.example', { method: 'POST', signal: request.signal })
}

test.each([
  ['a function that does not resolve', { sendVerificationRequest: never }],
  ['a mail service that does not respond', {}],
  ['a request to a mail service that is cancelled', { sendVerificationRequest: cancelled }],
])('mails of %s count towards the rate limit, because they may still be sent', async (_, options) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const provider = resend({ from: 'Site <site@app.test>', apiKey: 'key', ...options })
  let sent = 0
  const counted: typeof provider.sendVerificationRequest = (mail) => {
    sent++
    return provider.sendVerificationRequest(mail)
  }
  const browser = new Browser(
    app({
      providers: [{ ...provider, sendVerificationRequest: counted }],
      adapter: memory(),
      fetch: never,
    }).handle,
  )
  for (let request = 0; request < 7; request++) {
    const responding = browser.post('/auth/signin/resend', { email: 'ada@example.com' })
    let hasResponded = false
    void responding.then(() => {
      hasResponded = true
    })
    while (!hasResponded) await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(sent).toBe(5)
})

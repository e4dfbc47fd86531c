import { expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

test('mails that exceed the time limit count towards the rate limit, because they may still be sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let sent = 0
  const sendVerificationRequest = (): Promise<void> => {
    sent++
    return new Promise(() => {})
  }
  const { provider } = mailbox({ sendVerificationRequest })
  const browser = new Browser(app({ providers: [provider], adapter: memory() }).handle)
  for (let request = 0; request < 7; request++) {
    const answer = browser.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: '/inside' })
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    while (!isAnswered) await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(sent).toBe(5)
})

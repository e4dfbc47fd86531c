import { expect, onTestFinished, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { type MailOptions, resend } from '../../../src/providers/resend.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

const never = (): Promise<never> => new Promise(() => {})

/** Sends a mail through a service, and cancels the request after a second. */
const cancelled: MailOptions<string>['sendVerificationRequest'] = async ({ fetch }) => {
  const request = new AbortController()
  setTimeout(() => request.abort(), 1_000)
  await fetch('https://mail.example', { method: 'POST', signal: request.signal })
}

/** Requests a mail with fake timers, so that time limits end at once. */
async function requestMail(browser: Browser): Promise<Response> {
  const responding = browser.post('/auth/signin/resend', { email: 'ada@example.com' })
  let hasResponded = false
  void responding.then(() => {
    hasResponded = true
  })
  while (!hasResponded) await vi.advanceTimersByTimeAsync(1_000)
  return responding
}

test.each([
  ['a function that does not resolve', { sendVerificationRequest: never }],
  ['a mail service that does not respond', {}],
  ['a request to a mail service that is cancelled', { sendVerificationRequest: cancelled }],
])('a mail of %s counts towards the rate limit, because it may still be sent', async (_, options) => {
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
  for (let request = 0; request < 7; request++) await requestMail(browser)
  expect(sent).toBe(5)
})

test('the link of a mail that is sent after the time limit still signs the user in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let link = new URL('https://app.test')
  const provider = resend({
    from: 'Site <site@app.test>',
    apiKey: 'key',
    sendVerificationRequest({ url }) {
      link = new URL(url)
      return never()
    },
  })
  const browser = new Browser(app({ providers: [provider], adapter: memory() }).handle)
  expect(locationOf(await requestMail(browser)).searchParams.get('error')).toBe('EmailSignInError')
  await browser.post(link.pathname, Object.fromEntries(link.searchParams))
  expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } })
})

/** A site that sends the mails with the numbers in `late` after the time limit, and the links of all mails. */
function siteWithLate(...late: number[]): { browser: Browser; links: URL[] } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const links: URL[] = []
  const provider = resend({
    from: 'Site <site@app.test>',
    apiKey: 'key',
    sendVerificationRequest: ({ url }) =>
      late.includes(links.push(new URL(url))) ? never() : Promise.resolve(),
  })
  return { browser: new Browser(app({ providers: [provider], adapter: memory() }).handle), links }
}

/** Returns the error with which a link is refused, or `null` if it signs in. */
async function openLink(browser: Browser, link: URL | undefined): Promise<string | null> {
  const fields = Object.fromEntries(link?.searchParams ?? [])
  return locationOf(await browser.post(String(link?.pathname), fields)).searchParams.get('error')
}

test('a new mail invalidates the links of all earlier mails, even of mails that exceeded the time limit', async () => {
  const { browser, links } = siteWithLate(2, 3)
  for (let mail = 0; mail < 4; mail++) await requestMail(browser)
  expect(links).toHaveLength(4)
  for (const link of links.slice(0, 3)) expect(await openLink(browser, link)).toBe('Verification')
  expect(await openLink(browser, links[3])).toBeNull()
})

test('a mail that may not have been sent does not invalidate the link of an earlier mail', async () => {
  const { browser, links } = siteWithLate(2)
  for (let mail = 0; mail < 2; mail++) await requestMail(browser)
  expect(await openLink(browser, links[0])).toBeNull()
})

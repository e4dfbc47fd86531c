import { expect, onTestFinished, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { type MailboxOptions, mailbox } from '../../support/mailbox.js'

const start = (
  limits: AuthOptions['limits'] = {},
  overrides: MailboxOptions = {},
  adapter: Adapter = memory(),
) => {
  const box = mailbox(overrides)
  const auth = app({ providers: [box.provider], adapter, options: { secret: SECRET, limits } })
  const request = (email: string) =>
    new Browser(auth.handle).post('/auth/signin/mail', { email, callbackUrl: '/inside' })
  return { auth, box, request }
}

test('clients with an unknown IP address do not share one limit of mails per client', async () => {
  const { box, request } = start({ mailsPerClient: { max: 2, window: 60 } })
  for (let index = 0; index < 4; index++) await request(`user${index}@example.com`)
  expect(box.mails).toHaveLength(4)
})

test('a mail that could not be sent does not count towards the limit', async () => {
  let failures = 3
  let sent = 0
  const sendVerificationRequest = async (): Promise<void> => {
    if (failures-- > 0) throw new Error('The mail server is down.')
    sent++
  }
  const { request } = start({ mailsPerRecipient: { max: 2, window: 60 } }, { sendVerificationRequest })
  for (let index = 0; index < 7; index++) await request('ada@example.com')
  expect(sent).toBe(2)
})

test.each(['getUserByEmail', 'createVerificationToken'] as const)(
  'a mail does not count towards the limit if %s of the adapter fails',
  async (method) => {
    let failures = 3
    const stored = memory()
    const adapter = {
      ...stored,
      async [method](...args: never[]) {
        if (failures-- > 0) throw new Error('The database is down.')
        return Reflect.apply(stored[method], stored, args)
      },
    }
    const { box, request } = start({ mailsPerRecipient: { max: 2, window: 60 } }, {}, adapter)
    for (let index = 0; index < 7; index++) await request('ada@example.com')
    expect(box.mails).toHaveLength(2)
  },
)

test('reaching the total limit of mails is logged once per window', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { auth, request } = start({ mailsInTotal: { max: 1, window: 900 } })
  await request('ada@example.com')
  await request('bob@example.com')
  expect(auth.logged).toHaveLength(1)
  vi.advanceTimersByTime(899_999)
  await request('bob@example.com')
  expect(auth.logged).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await request('ada@example.com')
  await request('bob@example.com')
  expect(auth.logged).toHaveLength(2)
})

import { expect, test } from 'vitest'
import {
  ADA,
  change,
  countedHash,
  OTHER,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'

const soon = { timeout: 5_000 }

async function start(emailVerified: Date | null = new Date()) {
  const site = passwordApp({ provider: { hash: countedHash() } })
  const ada = await storeUser(site.adapter, `plain:${RIGHT}`, { emailVerified })
  const browser = site.browser()
  await signIn(browser)
  return { ...site, ada, owner: browser }
}

test('the user gets a mail after a first password, a change, a removal and a reset', async () => {
  const { owner, browser, box, link, ada, logged } = await start()
  const mails = () => box.mails.map(({ purpose, to, subject }) => [purpose, to, subject])
  const subject = 'Your password at app.test'
  const sent = ['passwordChanged', ADA, subject]
  expect(await change(owner, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })).toBe('ok')
  await expect.poll(mails, soon).toEqual([sent])
  expect(box.last.text).toContain('A new password was saved for your account at app.test.')
  expect(box.last.text).not.toContain(OTHER)
  expect(await change(owner, { action: 'remove', currentPassword: OTHER })).toBe('removed')
  await expect.poll(mails, soon).toEqual([sent, sent])
  expect(box.last.text).toContain('The password of your account at app.test was removed.')
  expect(await change(owner, { action: 'set', newPassword: RIGHT })).toBe('ok')
  await expect.poll(mails, soon).toEqual([sent, sent, sent])
  const token = await link(ada.id)
  expect(await change(browser(), { action: 'reset', token, newPassword: OTHER })).toBe('ok')
  await expect.poll(mails, soon).toEqual([sent, sent, sent, sent])
  expect(logged).toEqual([])
})

test.each(['change', 'reset'])(
  'the user gets a mail after a %s even if the sessions could not be ended',
  async (action) => {
    const { adapter, owner, box, link, ada } = await start()
    const token = await link(ada.id)
    const { setPasswordIf } = adapter
    adapter.setPasswordIf = async (...args) => {
      adapter.deleteSessionsByUserId = () => Promise.reject(new Error('The connection was lost.'))
      return (await setPasswordIf?.(...args)) ?? false
    }
    expect(await change(owner, { action, token, currentPassword: RIGHT, newPassword: OTHER })).not.toBe('ok')
    await expect.poll(() => box.mails.map(({ purpose }) => purpose), soon).toEqual(['passwordChanged'])
  },
)

test('no mail is sent if the password did not change, or to an unverified e-mail address', async () => {
  const verified = await start()
  const refused = { action: 'change', currentPassword: OTHER, newPassword: OTHER }
  expect(await change(verified.owner, refused)).toBe('wrongPassword')
  const unverified = await start(null)
  const accepted = { action: 'change', currentPassword: RIGHT, newPassword: OTHER }
  expect(await change(unverified.owner, accepted)).toBe('ok')
  // The mail about this change comes last, so the other mails would have been sent before it.
  expect(await change(verified.owner, accepted)).toBe('ok')
  await expect.poll(() => verified.box.mails.length, soon).toBe(1)
  expect(unverified.box.mails).toEqual([])
})

test('a password is changed even if the mail about the change cannot be sent', async () => {
  const send = () => {
    throw new Error('The mail server is down.')
  }
  const site = passwordApp({ provider: { hash: countedHash(), send }, withMail: false })
  await storeUser(site.adapter, `plain:${RIGHT}`)
  const owner = site.browser()
  await signIn(owner)
  expect(await change(owner, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })).toBe('ok')
  await expect.poll(() => site.logged.map(({ name }) => name), soon).toEqual(['EmailSignInError'])
  expect((await owner.session()).user.email).toBe(ADA)
})

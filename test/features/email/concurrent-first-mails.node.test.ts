import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { faults } from '../../../src/testing.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { ADA, type PasswordApp, passwordApp } from '../../support/passwords.js'

/* First sign-ins by mail if another request stores the user at the same time, or if the user cannot be stored. */

/** Requests a mail, and returns the path of its link. */
async function requestLink({ box }: PasswordApp, browser: Browser): Promise<string> {
  await browser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  return box.link
}

test.each(['jwt', 'database'] as const)(
  'a sign-in link signs in the user whom another request has just stored (sessions: %s)',
  async (strategy) => {
    const base = memory()
    const adapter: Adapter = {
      ...base,
      async createUser(user) {
        await base.createUser({ id: 'other', email: ADA, emailVerified: new Date(0) })
        return base.createUser(user)
      },
    }
    const site = passwordApp({ adapter, strategy })
    const ada = site.browser()
    expect(locationOf(await ada.send(await requestLink(site, ada))).pathname).toBe('/inside')
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    expect(await base.listUsers({ limit: 10 })).toMatchObject([{ id: 'other', email: ADA }])
    expect(site.logged).toEqual([])
  },
)

test('a sign-in link starts no session if a concurrent request has just stored the user unverified', async () => {
  const base = memory()
  const adapter: Adapter = {
    ...base,
    async createUser(user) {
      await base.createUser({ id: 'other', email: ADA, emailVerified: null })
      return base.createUser(user)
    },
  }
  const site = passwordApp({ adapter })
  const ada = site.browser()
  const { searchParams } = locationOf(await ada.send(await requestLink(site, ada)))
  expect(searchParams.get('error')).toBe('AccountNotLinked')
  expect(await ada.session()).toBeNull()
  expect(await base.getUser('other')).toMatchObject({ emailVerified: null })
})

test('a sign-in link of a stored user does not create another user', async () => {
  const base = memory()
  await base.createUser({ id: 'ada', email: ADA, emailVerified: new Date(0) })
  const { target, calls } = faults(base)
  const site = passwordApp({ adapter: target })
  const ada = site.browser()
  expect(locationOf(await ada.send(await requestLink(site, ada))).pathname).toBe('/inside')
  expect(calls).toContain('updateUser')
  expect(calls).not.toContain('createUser')
})

test('a sign-in link whose user cannot be stored gets 503, and the log contains the first error', async () => {
  const base = memory()
  let isDown = false
  const adapter: Adapter = {
    ...base,
    async createUser() {
      isDown = true
      throw new Error('The disk is full.')
    },
    async getUserByEmail(email) {
      if (isDown) throw new Error('The connection is lost.')
      return base.getUserByEmail(email)
    },
  }
  const site = passwordApp({ adapter })
  const ada = site.browser()
  expect((await ada.send(await requestLink(site, ada))).status).toBe(503)
  expect(inspect(site.logged, { depth: 5 })).toContain('The disk is full.')
  expect(await ada.session()).toBeNull()
})

test('after a failure to store the user, the next mail signs in', async () => {
  const base = memory()
  let failures = 1
  const adapter: Adapter = {
    ...base,
    async createUser(user) {
      if (failures-- > 0) throw new Error('The disk is full.')
      return base.createUser(user)
    },
  }
  const site = passwordApp({ adapter })
  const ada = site.browser()
  expect((await ada.send(await requestLink(site, ada))).status).toBe(503)
  expect(inspect(site.logged, { depth: 5 })).toContain('The disk is full.')
  expect(await base.getUserByEmail(ADA)).toBeNull()
  expect(locationOf(await ada.send(await requestLink(site, ada))).pathname).toBe('/inside')
})

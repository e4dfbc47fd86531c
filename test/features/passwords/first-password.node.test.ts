import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { databases } from '../../support/databases.js'
import {
  ADA,
  change,
  countedHash,
  OTHER,
  type PasswordApp,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'

/*
 * A session sets a first password while the owner of the e-mail address ends that session. The session may belong to an attacker. The password must then not work, even if the process ends before it is removed.
 */

interface Site extends PasswordApp {
  /** Runs `meanwhile` before the next write of a password, and ends the process after the write. */
  dieWhileStoring(meanwhile: () => Promise<unknown>): void
  restart(): void
}

function start(real: Adapter, provider: object = {}): Site {
  let meanwhile: (() => Promise<unknown>) | undefined
  let isDead = false
  const methods = Object.entries(real).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      if (isDead) throw new Error('The process has ended.')
      const isNow = name === 'setPasswordIf' && meanwhile !== undefined
      if (isNow) await meanwhile?.()
      const result = await (method as (...args: unknown[]) => unknown)(...args)
      if (!isNow) return result
      isDead = true
      throw new Error('The process has ended.')
    },
  ])
  const adapter = Object.fromEntries(methods) as Adapter
  const site = passwordApp({ adapter, store: memoryStore(), provider: { hash: countedHash(), ...provider } })
  return {
    ...site,
    dieWhileStoring(work) {
      meanwhile = work
    },
    restart() {
      meanwhile = undefined
      isDead = false
    },
  }
}

const signsInWith = async ({ browser }: Site, password: string): Promise<boolean> =>
  locationOf(await signIn(browser(), password)).pathname === '/inside'

/** The owner of the e-mail address signs in by mail, and removes earlier logins. */
const prove = async ({ box, browser }: PasswordApp): Promise<Browser> => {
  const owner = browser()
  await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  const params = Object.fromEntries(new URL(box.link, 'https://app.test').searchParams)
  await owner.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
  expect(await owner.session()).toMatchObject({ user: { email: ADA } })
  return owner
}

describe.each(databases)('a first password (%s)', (_, open) => {
  test('a first password that was set in an ended session is not accepted, even if the process crashed after storing it', async () => {
    const adapter = await open()
    const site = start(adapter)
    const user = await storeUser(adapter, `plain:${RIGHT}`)
    const attacker = site.browser()
    await signIn(attacker)
    const stored = await adapter.getPassword?.({ userId: user.id, tenant: '' })
    if (stored) await adapter.deletePasswordIf?.(stored, stored.epoch)
    site.dieWhileStoring(async () => adapter.deleteLoginsByUserId?.(user.id))
    await change(attacker, { action: 'set', newPassword: OTHER })
    site.restart()
    expect(await signsInWith(site, OTHER)).toBe(false)
    const owner = await prove(site)
    expect(await change(owner, { action: 'set', newPassword: RIGHT })).toBe('ok')
    expect([await signsInWith(site, OTHER), await signsInWith(site, RIGHT)]).toEqual([false, true])
  })

  test('the password of a sign-up is not accepted after the owner has verified the e-mail address', async () => {
    const adapter = await open()
    const site = start(adapter, { verify: false })
    const attacker = site.browser()
    site.dieWhileStoring(() => prove(site))
    await attacker.post('/auth/signup', { email: ADA, newPassword: OTHER, callbackUrl: '/inside' })
    site.restart()
    expect(await adapter.getUserByEmail?.(ADA)).toMatchObject({ emailVerified: expect.any(Date) })
    expect(await signsInWith(site, OTHER)).toBe(false)
    expect(await attacker.session()).toBeNull()
  })
})

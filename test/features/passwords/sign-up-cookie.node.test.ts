import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { password } from '../../../src/providers/password.js'
import { SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { ADA, countedHash, OTHER } from '../../support/passwords.js'

/*
 * A subdomain can set cookies without the prefix `__Host-`. An attacker could use this to set a sign-up cookie
 * with the attacker's password.
 */

test.each([
  ['has the prefix `__Host-`', {}, true],
  ['is shared with subdomains', { pendingMail: { options: { domain: 'app.test' } } }, false],
  ['has a name without prefix', { pendingMail: { name: 'mail' } }, false],
])(
  'the hash in a sign-up cookie is used only if the cookie has the prefix `__Host-`: the cookie %s',
  async (_, cookies, isUsed) => {
    const urls: string[] = []
    const adapter = memory()
    const auth = createAuth()
      .provider(password({ hash: countedHash(), send: ({ url }) => void urls.push(url) }))
      .adapter(adapter)
      .cookies(cookies)
      .options({ secret: SECRET, trustHost: true, logger: { warn: () => undefined } })
      .build()
    const browser = new Browser(auth.handler)
    await browser.post('/auth/signup', { page: '1', email: ADA, newPassword: OTHER })
    await expect.poll(() => urls).toHaveLength(1)
    const token = new URL(urls[0] ?? '').searchParams.get('token') ?? ''
    const page = await browser.send(`/auth/signup?token=${token}`, { headers: { accept: 'text/html' } })
    expect((await page.text()).includes('type="password"')).toBe(!isUsed)
    await browser.post('/auth/signup', { page: '1', token })
    expect((await browser.session()) !== null).toBe(isUsed)
    // The owner of the e-mail address chooses the password.
    await browser.post('/auth/signup', { page: '1', token, newPassword: OTHER })
    expect(await browser.session()).not.toBeNull()
  },
)

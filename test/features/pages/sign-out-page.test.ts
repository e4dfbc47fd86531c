import { describe, expect, it } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const ORIGIN = 'https://example.com'

interface Person {
  readonly name: string | null
  readonly email?: string
}

/** A browser in which this person is signed in, if there is one. */
async function browserOf(person?: Person): Promise<Browser> {
  const provider = credentials({ input: {}, authorize: () => ({ id: 'u1', name: null, ...person }) })
  const browser = new Browser(app({ providers: [provider] }).handle, ORIGIN)
  if (person) await browser.post('/auth/callback/credentials')
  return browser
}

async function pageOf(browser: Browser, callbackUrl?: string): Promise<string> {
  const query = callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`
  return (await browser.send(`/auth/signout${query}`)).text()
}

describe('the page for a sign-out', () => {
  it('the page for a sign-out has one POST form and a link back', async () => {
    const browser = await browserOf()
    const csrfToken = await browser.csrfToken()
    const page = await pageOf(browser, '/account')
    expect(page).toContain('<h1>Sign out?</h1>')
    expect(page.match(/<form/g)).toHaveLength(1)
    expect(page).toContain(`<form action="${ORIGIN}/auth/signout" method="post">`)
    expect(page).toContain(`<input type="hidden" name="csrfToken" value="${csrfToken}">`)
    expect(page).toContain(`<input type="hidden" name="callbackUrl" value="${ORIGIN}/account">`)
    expect(page).toContain(`<a class="button" href="${ORIGIN}/account">Stay signed in</a>`)
  })

  it('the page for a sign-out without a valid callback URL links to the start page', async () => {
    const browser = await browserOf()
    for (const callbackUrl of [undefined, 'javascript:alert(1)']) {
      expect(await pageOf(browser, callbackUrl)).toContain(`href="${ORIGIN}/">Stay signed in`)
    }
  })

  it('the page for a sign-out shows who is signed in', async () => {
    const page = await pageOf(await browserOf({ name: 'Ada <Lovelace>', email: 'ada@example.com' }))
    expect(page).toContain('<strong>Ada &lt;Lovelace&gt;</strong>')
    expect(page).toContain('<div class="email">ada@example.com</div>')
    const nameless = await pageOf(await browserOf({ name: null, email: 'ada@example.com' }))
    expect(nameless).toContain('<strong>ada@example.com</strong>')
  })

  it('the page for a sign-out shows no user without a name and an e-mail address', async () => {
    expect(await pageOf(await browserOf({ name: null }))).not.toContain('class="person"')
  })
})

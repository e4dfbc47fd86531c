import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkey } from '../../src/providers/passkey.js'
import { webauthn } from '../../src/providers/webauthn.js'
import type { SignInMethod } from '../../src/runtime/core/sign-in-page-methods.js'
import { renderSignInPage } from '../../src/runtime/features/pages/sign-in-page.js'
import { VirtualAuthenticator } from '../../src/testing/playwright.js'
import { postgres } from '../support/stores/postgres.js'
import { accessibilityProblems } from './support/browser.js'
import { usePages } from './support/pages.js'
import { type PasskeySite, type Storage, startOtherSite, startPasskeySite } from './support/passkey-site.js'
import { patience } from './support/suite.js'

const open = usePages()

/** A user with a browser and an authenticator, and the errors of the browser. */
async function visit(): Promise<{ page: Page; authenticator: VirtualAuthenticator; complaints: string[] }> {
  const page = await open()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, authenticator: await VirtualAuthenticator.attach(page), complaints }
}

const signedInAs = (page: Page, email: string): Promise<void> =>
  page.getByRole('heading', { name: `Signed in as ${email}` }).waitFor()

async function register(page: Page, { url }: PasskeySite, email: string): Promise<void> {
  await page.goto(`${url}/auth/signin?callbackUrl=/`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Create an account with a passkey' }).click()
}

/** Delays responses with passkey options, and returns a function that counts the requests. */
async function slowOptions(page: Page): Promise<() => number> {
  let requests = 0
  await page.route('**/webauthn-options/**', async (route) => {
    requests += 1
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  return () => requests
}

async function signOut(page: Page, { url }: PasskeySite): Promise<void> {
  await page.goto(`${url}/auth/signout?callbackUrl=/`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()
}

/** Signs in by passkey autofill, which starts without user interaction. */
async function signInByConditionalUi(page: Page, { url }: PasskeySite, email: string): Promise<void> {
  await page.goto(`${url}/auth/signin?callbackUrl=/`)
  await signedInAs(page, email)
}

/** A browser without passkey autofill. In it, a passkey is used only after the user presses the button. */
const withoutConditionalUi = async (page: Page): Promise<void> =>
  void (await page.addInitScript('delete PublicKeyCredential.isConditionalMediationAvailable'))

const combinations = (['memory', 'sqlite', 'pg'] as const).flatMap((storage) =>
  (['database', 'jwt'] as const).map((strategy) => ({ storage, strategy })),
)

describe.each(combinations)(
  `passkeys on $storage, sessions: $strategy${postgres.note}`,
  { timeout: patience },
  ({ storage, strategy }: { storage: Storage; strategy: 'database' | 'jwt' }) => {
    const run = test.skipIf(storage === 'pg' && !postgres.available)
    let site: PasskeySite

    beforeAll(async () => {
      if (storage === 'pg' && !postgres.available) return
      site = await startPasskeySite(storage, strategy)
    }, patience)
    afterAll(async () => {
      await site?.stop()
    }, patience)

    run('a user registers with a passkey, adds a second one, and signs in with each', async () => {
      const { page, authenticator, complaints } = await visit()
      const email = 'ada@example.com'
      await register(page, site, email)
      await signedInAs(page, email)
      await signOut(page, site)
      await signInByConditionalUi(page, site, email)

      // The authenticator refuses a second passkey for the same account, so a second authenticator is used below.
      await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await page.getByRole('button', { name: 'Add a passkey to your account' }).click()
      await page.getByText('This device already has a passkey for this account.').waitFor()
      const first = await authenticator.passkeys()
      await authenticator.replace()
      await page.getByRole('button', { name: 'Add a passkey to your account' }).click()
      await signedInAs(page, email)
      const second = await authenticator.passkeys()
      expect([first.length, second.length]).toEqual([1, 1])
      expect(second[0]?.credentialId).not.toBe(first[0]?.credentialId)
      expect(second[0]?.userHandle).toBe(first[0]?.userHandle)

      for (const passkeys of [first, second]) {
        await signOut(page, site)
        await authenticator.replace(...passkeys)
        await signInByConditionalUi(page, site, email)
      }
      expect(complaints).toEqual([])
    })

    run('the account page adds a passkey', async () => {
      const { page, authenticator, complaints } = await visit()
      const email = 'flora@example.com'
      await register(page, site, email)
      await signedInAs(page, email)
      await page.goto(`${site.url}/auth/account`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('This device already has a passkey for this account.').waitFor()
      await authenticator.replace()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Rename' }).nth(1).waitFor()
      expect(page.url()).toBe(`${site.url}/auth/account`)
      expect(complaints).toEqual([])
    })

    run(
      'a second click on a slow network creates no second passkey, and the button shows progress',
      async () => {
        const { page, authenticator, complaints } = await visit()
        await register(page, site, 'hugo@example.com')
        await signedInAs(page, 'hugo@example.com')
        await authenticator.replace()
        await page.goto(`${site.url}/auth/account`)
        const requests = await slowOptions(page)
        const button = page.getByRole('button', { name: 'Add a passkey' })
        await button.click()
        await page.locator('[data-passkeys][aria-busy=true]').waitFor()
        await button.click()
        await page.getByRole('button', { name: 'Rename' }).nth(1).waitFor()
        expect(requests()).toBe(1)
        expect(await authenticator.passkeys()).toHaveLength(1)
        expect(complaints).toEqual([])
      },
    )

    run('the "Add a passkey" button works again after a failed attempt', async () => {
      const { page, authenticator } = await visit()
      await register(page, site, 'iris@example.com')
      await signedInAs(page, 'iris@example.com')
      await page.goto(`${site.url}/auth/account`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('This device already has a passkey for this account.').waitFor()
      expect(await page.locator('[aria-busy]').count()).toBe(0)
      await authenticator.replace()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Rename' }).nth(1).waitFor()
    })

    run('passkey autofill does not cancel a click on the button before the page has loaded', async () => {
      const { page, complaints } = await visit()
      await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await page.getByLabel('Email').fill('jane@example.com')
      const requests = await slowOptions(page)
      await page.getByRole('button', { name: 'Create an account with a passkey' }).click()
      // Browsers dispatch this event after loading the page.
      await page.evaluate(`dispatchEvent(new Event('pageshow'))`)
      await signedInAs(page, 'jane@example.com')
      expect(requests()).toBe(1)
      expect(complaints).toEqual([])
    })

    run('the passkey button signs in if the browser has no passkey autofill', async () => {
      const { page } = await visit()
      await register(page, site, 'bob@example.com')
      await signedInAs(page, 'bob@example.com')
      await signOut(page, site)
      await withoutConditionalUi(page)
      await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await signedInAs(page, 'bob@example.com')
    })

    run('a passkey whose counter shows a clone is refused', async () => {
      const { page, authenticator } = await visit()
      const email = 'carol@example.com'
      await register(page, site, email)
      await signedInAs(page, email)
      const copy = await authenticator.passkeys()
      for (let times = 0; times < 2; times += 1) {
        await signOut(page, site)
        await signInByConditionalUi(page, site, email)
      }
      await signOut(page, site)
      await authenticator.replace(...copy)
      await withoutConditionalUi(page)
      await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL('**/auth/signin?**error=WebAuthnVerificationError**')
      await page.getByText('Your passkey could not be verified').first().waitFor()
      expect(await (await page.request.get(`${site.url}/auth/session`)).json()).toBeNull()
      expect(await authenticator.passkeys()).toHaveLength(1)
      expect(site.logged.join('\n')).toMatch(/warn WebAuthnVerificationError .*counter/)
    })

    run('a passkey response from another origin is refused', async () => {
      const other = await startOtherSite()
      const { page, authenticator } = await visit()
      await register(page, site, 'dave@example.com')
      await signedInAs(page, 'dave@example.com')
      await signOut(page, site)
      // A page at another port may use the passkeys of this host name. Only its origin differs.
      const { options, csrfToken } = await optionsFor(page, site)
      await page.goto(other.url)
      const data = await answerTo(page, options)
      expect(JSON.parse(atob(JSON.parse(data).response.clientDataJSON)).origin).toBe(other.url)
      const response = await sendAnswer(page, site, { csrfToken, data })
      expect(response.headers()['location']).toContain('error=WebAuthnVerificationError')
      expect(await (await page.request.get(`${site.url}/auth/session`)).json()).toBeNull()
      expect((await authenticator.passkeys()).length).toBe(1)
      await other.stop()
    })

    run('a replayed assertion is refused', async () => {
      const { page } = await visit()
      await register(page, site, 'erin@example.com')
      await signedInAs(page, 'erin@example.com')
      await signOut(page, site)
      const context = page.context()
      const sent = new Promise<{ request: Request; cookies: Awaited<ReturnType<BrowserContext['cookies']>> }>(
        (resolve) => {
          void page.route('**/auth/callback/passkey', async (route) => {
            resolve({ request: route.request(), cookies: await context.cookies() })
            await route.continue()
          })
        },
      )
      await signInByConditionalUi(page, site, 'erin@example.com')
      const { request, cookies } = await sent
      await signOut(page, site)
      // Sends the same challenge cookie, CSRF token and response again.
      await context.clearCookies()
      await context.addCookies(cookies)
      const response = await page.request.post(request.url(), {
        data: request.postData() ?? '',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.url },
        maxRedirects: 0,
      })
      expect(response.headers()['location']).toContain('/auth/signin?error=InvalidCheck')
      expect(await (await page.request.get(`${site.url}/auth/session`)).json()).toBeNull()
    })
  },
)

/** The options of a sign-in, and the CSRF token for its response. */
async function optionsFor(page: Page, { url }: PasskeySite): Promise<{ options: object; csrfToken: string }> {
  const { csrfToken } = await (await page.request.get(`${url}/auth/csrf`)).json()
  const { options } = await (
    await page.request.get(`${url}/auth/webauthn-options/passkey?action=authenticate`)
  ).json()
  return { options, csrfToken }
}

/** The authenticator's response on the current page of the browser. */
function answerTo(page: Page, options: object): Promise<string> {
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      json as PublicKeyCredentialRequestOptionsJSON,
    )
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    return JSON.stringify(credential.toJSON())
  }, options)
}

function sendAnswer(
  page: Page,
  { url }: PasskeySite,
  fields: { csrfToken: string; data: string },
): ReturnType<Page['request']['post']> {
  return page.request.post(`${url}/auth/callback/passkey`, {
    form: { action: 'authenticate', callbackUrl: '/', ...fields },
    headers: { origin: url },
    maxRedirects: 0,
  })
}

describe('webauthn(), which does not require discoverable passkeys', { timeout: patience }, () => {
  test('with webauthn(), users register, sign out, and sign in by autofill and by e-mail address', async () => {
    const site = await startPasskeySite('memory', 'database', webauthn({ id: 'passkey', name: 'Passkey' }))
    const { page, complaints } = await visit()
    await register(page, site, 'ivy@example.com')
    await signedInAs(page, 'ivy@example.com')
    await signOut(page, site)
    await signInByConditionalUi(page, site, 'ivy@example.com')
    await signOut(page, site)
    await withoutConditionalUi(page)
    await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
    await page.getByLabel('Email').fill('ivy@example.com')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await signedInAs(page, 'ivy@example.com')
    expect(complaints).toEqual([])
    await site.stop()
  })
})

test('the built-in account page adds a passkey although the application has a custom sign-in page', {
  timeout: patience,
}, async () => {
  const site = await startPasskeySite('memory', 'database', passkey(), { pages: { signIn: '/own' } })
  const { page, authenticator } = await visit()
  await page.goto(`${site.url}/own`)
  await page.evaluate(
    `passkeys.signIn('passkey', { action: 'register', email: 'gina@example.com', redirectTo: '/' })`,
  )
  await signedInAs(page, 'gina@example.com')
  await authenticator.replace()
  await page.goto(`${site.url}/auth/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Rename' }).nth(1).waitFor()
  expect(await authenticator.passkeys()).toHaveLength(1)
  await site.stop()
})

describe('the sign-in page with passkeys', { timeout: patience }, () => {
  let site: PasskeySite
  beforeAll(async () => {
    site = await startPasskeySite('memory', 'jwt')
  }, patience)
  afterAll(async () => {
    await site?.stop()
  }, patience)

  test('the sign-in page with passkeys is accessible, and loads nothing from other sites', async () => {
    const { page, authenticator, complaints } = await visit()
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    await authenticator.setPresence(false)
    const response = await page.goto(`${site.url}/auth/signin`)
    const policy = response?.headers()['content-security-policy']
    expect(policy).toMatch(/script-src 'nonce-[\w+/=]+'; connect-src 'self'/)
    expect(policy).not.toContain('unsafe')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect([...origins]).toEqual([site.url])
    expect(complaints).toEqual([])
    // The Content Security Policy of the pages would block the script of the accessibility check.
    const checked = await open({ bypassCSP: true })
    await checked.goto(`${site.url}/auth/signin`)
    await checked.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await accessibilityProblems(checked)).toEqual([])
  })

  test('the sign-in page says why a passkey was not used', async () => {
    const { page } = await visit()
    await page.goto(`${site.url}/auth/signin`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'It was cancelled, or took too long.' }).waitFor()
  })

  test('the sign-in page with passkeys requires an e-mail address for a new account, and reports a taken e-mail address', async () => {
    const { page, authenticator } = await visit()
    await page.goto(`${site.url}/auth/signin`)
    await page.getByRole('button', { name: 'Create an account with a passkey' }).click()
    expect(
      await page.getByLabel('Email').evaluate((input: HTMLInputElement) => input.validity.valueMissing),
    ).toBe(true)
    await register(page, site, 'frank@example.com')
    await signedInAs(page, 'frank@example.com')
    await signOut(page, site)
    await authenticator.replace()
    await withoutConditionalUi(page)
    await register(page, site, 'frank@example.com')
    await page.waitForURL('**/auth/signin?**error=AccountNotLinked**')
    await page.getByText('Sign in the way you did before').first().waitFor()
    // The passkey that was created for the form cannot be used, and is not offered.
    expect(await authenticator.passkeys()).toEqual([])
  })

  test('the sign-in page makes the browser remove only a passkey that is no longer registered', async () => {
    const elsewhere = await startPasskeySite('memory', 'jwt')
    const { page, authenticator } = await visit()
    await register(page, elsewhere, 'hugo@example.com')
    await signedInAs(page, 'hugo@example.com')
    const unknown = await authenticator.passkeys()
    await signOut(page, elsewhere)
    await elsewhere.stop()
    await withoutConditionalUi(page)
    await page.goto(`${site.url}/auth/signin`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/auth/signin?**code=unknown_credential**')
    expect(await authenticator.passkeys()).toEqual([])

    await authenticator.replace(...unknown)
    await page.goto(`${site.url}/own`)
    const refused = await page.evaluate(() =>
      (globalThis as any).passkeys.signIn('passkey', { redirectTo: '/', redirect: false }),
    )
    expect(refused).toMatchObject({ ok: false, error: 'WebAuthnVerificationError' })
    expect(await authenticator.passkeys()).toEqual([])
  })

  test('a custom page can sign in with passkeys by calling one function', async () => {
    const { page, authenticator } = await visit()
    /** Calls `signIn` of `authwright/webauthn` in the page. */
    const signIn = (options: object): Promise<unknown> =>
      page.evaluate((given) => (globalThis as any).passkeys.signIn('passkey', given), {
        redirectTo: '/',
        redirect: false,
        ...options,
      })
    await page.goto(`${site.url}/own`)
    const ok = { ok: true, url: `${site.url}/` }
    expect(await signIn({ action: 'register', email: 'gina@example.com', name: 'Gina' })).toEqual(ok)
    await page.goto(site.url)
    await signedInAs(page, 'gina@example.com')
    await signOut(page, site)

    await page.goto(`${site.url}/own`)
    expect(await signIn({ conditional: true })).toEqual(ok)
    await signOut(page, site)

    // The redirect leads to this page. A URL that differs only in its fragment would not load the page again.
    await page.goto(`${site.url}/own#part`)
    const loaded = page.waitForEvent('load')
    // The browser leaves the page before it can show the result.
    await signIn({ redirectTo: undefined, redirect: true }).catch(() => undefined)
    await loaded
    await page.goto(site.url)
    await signedInAs(page, 'gina@example.com')
    await signOut(page, site)
    await authenticator.replace()
    await page.goto(`${site.url}/own`)
    expect(await signIn({ action: 'register', email: 'gina@example.com' })).toMatchObject({
      ok: false,
      error: 'AccountNotLinked',
    })
    expect(await authenticator.passkeys()).toEqual([])
    expect(await signIn({ action: 'register', email: 'nobody' })).toMatchObject({ ok: false })
    await authenticator.replace()
    await expect(signIn({})).rejects.toThrow('NotAllowedError')
    await page.goto(site.url)
    await page.getByRole('heading', { name: 'Nobody is signed in' }).waitFor()
  })

  test('without JavaScript, the sign-in page says only that passkeys need JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false })
    await page.goto(`${site.url}/auth/signin`)
    await page.getByText('Passkeys need JavaScript and a browser that supports them.').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  })

  test.each([
    { others: ['resend'], dividers: 1 },
    { others: [], dividers: 0 },
  ])(
    'without JavaScript, the sign-in page for a signed-in user shows $dividers dividers for $others.length other methods',
    async ({ others, dividers }) => {
      const page = await open({ javaScriptEnabled: false })
      const key: SignInMethod = {
        type: 'webauthn',
        id: 'passkey',
        name: 'Passkey',
        action: '/auth/callback/passkey',
        optionsUrl: '/auth/webauthn-options/passkey',
        conditional: false,
        offers: 'add',
        fields: {},
      }
      const mails = others.map(
        (id): SignInMethod => ({ type: 'email', id, name: id, action: '/auth/signin' }),
      )
      const html = renderSignInPage({
        theme: {},
        host: 'app.test',
        nonce: '',
        csrfToken: '',
        callbackUrl: '/',
        providers: [key, ...mails],
        signedIn: { name: 'Ada', signIn: 'https://app.test/auth/signin', signOut: '/auth/signout' },
      })
      await page.setContent(html)
      expect(await page.locator('.divider:visible').count()).toBe(dividers)
    },
  )
})

describe.each(['database', 'jwt'] as const)(
  'flow data and the "remember me" option of a sign-in, sessions: %s',
  { timeout: patience },
  (strategy) => {
    let site: PasskeySite
    beforeAll(async () => {
      site = await startPasskeySite('memory', strategy, undefined, { remember: true })
    }, patience)
    afterAll(() => site?.stop(), patience)

    /** Seconds until the cookie of the session ends, or `-1` if it ends with the browser. */
    const lifetime = async (page: Page): Promise<number> => {
      const cookies = await page.context().cookies(site.url)
      const { expires = 0 } = cookies.find(({ name }) => name.includes('authwright.session-token')) ?? {}
      return expires === -1 ? -1 : expires - Date.now() / 1000
    }

    test('a sign-in with a passkey passes flow data to the callback, and applies "remember me" to the cookie', async () => {
      const { page } = await visit()
      const email = 'ada@example.com'
      const signIn = async (options: object): Promise<unknown> => {
        await page.goto(`${site.url}/own`)
        return page.evaluate((given) => (globalThis as any).passkeys.signIn('passkey', given), {
          redirectTo: '/',
          redirect: false,
          ...options,
        })
      }
      const arrive = async (): Promise<void> => {
        await page.goto(site.url)
        await signedInAs(page, email)
      }
      const ok = { ok: true, url: `${site.url}/` }
      const invited = (invitation: string) => ({ state: { invitation }, remember: true })

      expect(await signIn({ action: 'register', email, ...invited('first') })).toEqual(ok)
      await arrive()
      expect(site.received.at(-1)).toEqual({ intent: 'signUp', state: { invitation: 'first' } })
      expect(await lifetime(page)).toBeGreaterThan(24 * 60 * 60)

      await signOut(page, site)
      expect(await signIn(invited('second'))).toEqual(ok)
      await arrive()
      expect(site.received.at(-1)).toEqual({ intent: 'signIn', state: { invitation: 'second' } })
      expect(await lifetime(page)).toBeGreaterThan(24 * 60 * 60)

      await signOut(page, site)
      expect(await signIn({ conditional: true })).toEqual(ok)
      await arrive()
      expect(site.received.at(-1)).toEqual({ intent: 'signIn', state: undefined })
      expect(await lifetime(page)).toBe(-1)

      await signOut(page, site)
      const before = site.received.length
      expect(await signIn({ state: { invitation: 1 } })).toMatchObject({ ok: false, error: 'InvalidRequest' })
      expect(site.received).toHaveLength(before)
    })

    test.each([true, false])(
      '"Stay signed in" sets the lifetime of the session cookie after a passkey sign-in: %s',
      async (checked) => {
        const { page } = await visit()
        const email = `bob-${checked}@example.com`
        await register(page, site, email)
        await signedInAs(page, email)
        await signOut(page, site)
        await withoutConditionalUi(page)
        await page.goto(`${site.url}/auth/signin?callbackUrl=/`)
        if (checked) await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await signedInAs(page, email)
        if (checked) expect(await lifetime(page)).toBeGreaterThan(24 * 60 * 60)
        else expect(await lifetime(page)).toBe(-1)
      },
    )
  },
)

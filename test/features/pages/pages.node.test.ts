import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createAuth } from '../../../src/index.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'
import { acme, credentialsWith } from '../../support/providers.js'
import { credentials, type World, worlds } from '../../support/world.js'

const start = worlds()

const payloads = [
  '"><script>alert(1)</script>',
  "' onfocus='alert(1)",
  '</style><script>alert(1)</script>',
  'red}</style><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
]
const routes = ['signin', 'signout', 'error', 'verify-request']

/** Expects that a browser runs, loads and links to nothing beyond the page itself. */
function expectHarmless(html: string): void {
  expect(html).not.toMatch(/<script|<iframe|<object|<embed|<base|<meta http-equiv|<link\b/i)
  const tags = html.match(/<[a-z][^<>]*>/gi) ?? []
  for (const tag of tags) {
    // Attribute values are quoted and escaped, so without them only names remain in a tag.
    const names = tag.replaceAll(/"[^"]*"/g, '')
    expect(names).not.toMatch(/\son\w+|'/i)
    for (const [, address = ''] of tag.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/gi)) {
      expect(address).toMatch(/^(?:https:\/\/app\.test\/|\/(?!\/)|data:image\/|#)/)
    }
  }
  const style = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text).join()
  expect(style).not.toMatch(/url\(\s*['"]?(?:https?:|\/\/)|@import|expression\(|alert\(/i)
}

/** The nonce of the scripts in this response, which cannot be predicted. */
const scriptNonceOf = (response: Response): string | undefined =>
  /script-src 'nonce-([^']+)'(?:;|$)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]

/**
 * A page without its only script, which shows passwords. The script has the nonce, and contains nothing of a
 * request or a configuration.
 */
const show = async ({ browser }: World, path: string): Promise<string> => {
  const response = await browser.send(`/auth/${path}`)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const [before = '', ...rest] = (await response.text()).split(`<script nonce="${scriptNonceOf(response)}">`)
  expect(rest.length).toBeLessThanOrEqual(1)
  const [script = '', ...after] = rest.join('').split('</script>')
  expect(script).not.toMatch(/alert|constructor/)
  return before + after.join('</script>')
}

describe.each(payloads)('the string %j', (text) => {
  test('PG-1: a hostile string is escaped as the name, style or field of a provider', async () => {
    const style = { logo: text, mark: text, brandColor: text, bg: text, text }
    const world = await start({
      providers: [
        acme({ name: text, style }),
        credentials(
          { id: 'x', email: null },
          {
            name: text,
            input: { [text]: { label: text, type: text, placeholder: text, value: text } },
          },
        ),
      ],
    })
    const html = await show(world, 'signin')
    expectHarmless(html)
    expect(html).not.toContain(text.includes('<') ? text : '<script')
  })

  test('PG-1: a hostile string is refused as the id of a provider', () => {
    const builder = createAuth().provider({ ...acme(), id: text as 'acme' })
    expect(() => builder.build()).toThrow(`The provider id '${text}' must be a URL path segment`)
  })

  test('PG-2: a hostile string is not shown as an error', async () => {
    const world = await start()
    for (const path of ['error', 'signin']) {
      const shown = await show(
        world,
        `${path}?error=${encodeURIComponent(text)}&code=${encodeURIComponent(text)}`,
      )
      expectHarmless(shown)
      expect(shown).not.toContain('alert(1)')
    }
  })

  test('PG-4: a hostile string in the URL is not shown in other parts of pages', async () => {
    const world = await start()
    const names = ['csrfToken', 'providers', 'theme', 'url', 'host', 'nonce', 'action', 'title', 'logo']
    const query = names.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')
    for (const path of routes) {
      const html = await show(world, `${path}?${query}`)
      expectHarmless(html)
      expect(html).not.toContain('alert(1)')
    }
  })

  test('PG-5: a hostile string is left out as a colour or logo of the theme', async () => {
    const theme = { brandColor: text, buttonText: text, logo: text }
    const world = await start({ refused: { options: { theme } } })
    for (const path of routes) {
      const html = await show(world, path)
      expectHarmless(html)
      expect(html).not.toContain('alert(1)')
    }
  })
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'x'.repeat(100_000), ''])(
  'PG-2: the error %.20s is shown like an unknown error',
  async (error) => {
    const world = await start()
    const plain = (html: string): string => html.replaceAll(/nonce="[^"]*"|nonce-[\w+/=]*/g, '')
    const unknown = plain(await show(world, 'error?error=Nothing'))
    expect(plain(await show(world, `error?error=${error}`))).toBe(unknown)
    expect((await world.browser.send('/auth/error?error[]=x')).status).toBe(
      (await world.browser.send('/auth/error?error=Nothing')).status,
    )
  },
)

test('PG-4: the CSRF token of the page is never taken from the URL', async () => {
  const world = await start()
  const csrfToken = await world.browser.csrfToken()
  const html = await show(world, 'signin?csrfToken=mallory')
  expect([...html.matchAll(/name="csrfToken" value="([^"]*)"/g)].map(([, token]) => token)).toEqual([
    csrfToken,
    csrfToken,
  ])
})

describe.each(routes)('GET /%s', (path) => {
  test('PG-8: a page allows no frame and no script or style without the nonce of the response', async () => {
    const world = await start()
    const response = await world.browser.send(`/auth/${path}`)
    const policy = Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'img-src': "'self' data:",
    })
    const script = scriptNonceOf(response)
    expect(policy['script-src']).toBe(path === 'signin' ? `'nonce-${script}'` : undefined)
    expect(policy['form-action']).toMatch(/^'self'/)
    const html = await response.text()
    const nonce = /'nonce-([^']+)'/.exec(policy['style-src'] ?? '')?.[1]
    for (const [tag] of html.matchAll(/<style[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toBe(`<script nonce="${script}">`)
    expect(html).not.toMatch(/\sstyle="/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    const again = await world.browser.send(`/auth/${path}`)
    expect(again.headers.get('content-security-policy')).not.toContain(nonce)
  })

  test('PG-10: a page loads nothing from other origins', async () => {
    const style = { logo: 'https://cdn.evil.test/logo.svg' }
    const world = await start({ provider: { style } })
    const html = await show(world, path)
    expect(html).not.toContain('cdn.evil.test')
    for (const [address] of html.matchAll(/https?:\/\/[^"'\s<)]+/g)) {
      // The namespace URL of a picture in the page is not loaded.
      if (!address.startsWith('http://www.w3.org/')) expect(new URL(address).origin).toBe(world.origin)
    }
  })

  test('PG-11: a page names its language and is encoded in UTF-8', async () => {
    const world = await start()
    const html = await show(world, path)
    expect(html).toMatch(/^<!doctype html>\s*<html[^>]* lang="en"/i)
    expect(html).toMatch(/<title>[^<]+<\/title>/)
  })
})

test.each([
  ['AccessDenied', 403],
  ['Verification', 400],
  ['Configuration', 400],
  ['Nothing', 400],
])('PG-11: the page of the error %s has the status of the error', async (error, status) => {
  const world = await start()
  const response = await world.browser.send(`/auth/error?error=${error}`)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  if (error === 'AccessDenied') expect(response.status).toBe(status)
})

describe('with callbacks.redirect to another origin', () => {
  const target = 'https://other.test/home'
  const { provider, mails } = mailbox({ code: true })
  const site = app({
    providers: [credentialsWith({ authorize: () => ({ id: 'ada' }) }), provider],
    adapter: memory(),
    session: { strategy: 'jwt' },
    callbacks: { redirect: ({ url, baseUrl }) => (url === target ? url : new URL(url, baseUrl).href) },
    environment: { AUTH_URL: 'https://app.test' },
    options: { secret: SECRET, logger: { warn: () => {} } },
  })

  /** Whether Chromium follows a redirect of a form on the page to this URL. */
  const allows = (page: Response, location: URL): boolean => {
    const [, sources = ''] =
      /form-action ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '') ?? []
    return sources.split(' ').some((source) => source === location.origin || source === location.protocol)
  }

  test('the pages for signing in and out allow a redirect to another origin only if this origin is their target', async () => {
    const browser = new Browser(site.handle)
    const query = `?callbackUrl=${encodeURIComponent(target)}`
    const signIn = await browser.send(`/auth/signin${query}`)
    const entered = locationOf(await browser.post('/auth/callback/credentials', { callbackUrl: target }))
    expect([entered.href, allows(signIn, entered)]).toEqual([target, true])
    const signOut = await browser.send(`/auth/signout${query}`)
    const left = locationOf(await browser.post('/auth/signout', { callbackUrl: target }))
    expect([left.href, allows(signOut, left)]).toEqual([target, true])
    for (const path of ['/auth/signin', '/auth/signout']) {
      expect(allows(await browser.send(path), left), path).toBe(false)
    }
  })

  test('with callbacks.signIn, the page for signing in allows every HTTPS target', async () => {
    const { handle } = app({
      providers: [credentialsWith({ authorize: () => ({ id: 'ada' }) })],
      callbacks: { redirect: ({ url }) => url, signIn: () => target },
      environment: { AUTH_URL: 'https://app.test' },
      options: { secret: SECRET, logger: { warn: () => {} } },
    })
    const browser = new Browser(handle)
    const page = await browser.send('/auth/signin')
    const entered = locationOf(await browser.post('/auth/callback/credentials'))
    expect([entered.href, allows(page, entered)]).toEqual([target, true])
  })

  test('with callbacks.signIn, the page for signing in still allows its own target without HTTPS', async () => {
    const local = 'http://shop.localhost:4000/home'
    const { handle } = app({
      providers: [credentialsWith({ authorize: () => ({ id: 'ada' }) })],
      callbacks: { redirect: ({ url }) => url, signIn: () => true },
      environment: { AUTH_URL: 'http://localhost:3000' },
      options: { secret: SECRET, logger: { warn: () => {} } },
    })
    const browser = new Browser(handle, 'http://localhost:3000')
    const page = await browser.send(`/auth/signin?callbackUrl=${encodeURIComponent(local)}`)
    const entered = locationOf(await browser.post('/auth/callback/credentials', { callbackUrl: local }))
    expect([entered.href, allows(page, entered)]).toEqual([local, true])
  })

  test('the verify-request page allows a redirect to another origin if callbacks.redirect accepts it', async () => {
    const browser = new Browser(site.handle)
    await browser.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: target })
    const page = await browser.send('/auth/verify-request?provider=mail&type=email')
    const code = mails.at(-1)?.code ?? ''
    const entered = locationOf(await browser.post('/auth/callback/mail', { code }))
    expect([entered.href, allows(page, entered)]).toEqual([target, true])
  })
})

import { describe, expect, it } from 'vitest'
import { type ErrorPageProps, renderErrorPage } from '../../../src/runtime/features/pages/error-page.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { acme } from '../../support/providers.js'

function render(props: Partial<ErrorPageProps> = {}): string {
  return renderErrorPage({
    theme: {},
    host: 'example.com',
    nonce: 'bm9uY2U=',
    retryUrl: '/auth/signin',
    homeUrl: 'https://example.com',
    ...props,
  })
}

describe('the error page', () => {
  const browser = new Browser(app({ providers: [acme()] }).handle)

  it.each([
    ['Configuration', 400, 'Something went wrong on our side'],
    ['AccessDenied', 403, 'Access denied'],
    ['Verification', 403, 'This link no longer works'],
    ['MissingCSRF', 403, 'The form was not accepted'],
    ['InvalidCheck', 400, 'This sign-in is no longer valid'],
    ['OAuthUnavailable', 400, 'The sign-in service did not respond'],
    ['RateLimited', 400, 'Too many attempts'],
    ['Whatever', 400, 'Sign-in did not work'],
    [undefined, 400, 'Sign-in did not work'],
  ])('the error page has the status and the title of %s: %d', async (error, status, title) => {
    const query = error === undefined ? '' : `?error=${error}`
    const response = await browser.send(`/auth/error${query}`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(status)
    const html = await response.text()
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`<title>${title} – app.test</title>`)
  })

  it('the error page for a refused form names an old page and another site as possible causes', async () => {
    const response = await browser.send('/auth/signin/acme', {
      method: 'POST',
      body: new URLSearchParams({ callbackUrl: '/' }),
      headers: { accept: 'text/html', origin: 'https://other.test', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('<h1>The form was not accepted</h1>')
    expect(html).toMatch(/open too long, or came from another site/)
  })

  it('the error page offers to sign in again and to go back', () => {
    const html = render({ error: 'InvalidCheck' })
    expect(html).toContain('<a class="button primary" href="/auth/signin">Start again</a>')
    expect(html).toContain('<a class="button" href="https://example.com">Back to example.com</a>')
  })

  it('the error page never repeats an unknown code', () => {
    expect(render({ error: '<script>alert(1)</script>' })).not.toContain('alert(1)')
  })

  it('the error page shows only valid references', () => {
    expect(render({ code: 'a1b2-C3.d_4' })).toContain('Reference: a1b2-C3.d_4')
    for (const code of ['call 555 1234', '<b>', '', 'x'.repeat(65), 'x\n']) {
      expect(render({ code })).not.toContain('Reference')
    }
  })
})

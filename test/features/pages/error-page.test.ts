import { describe, expect, it } from 'vitest'
import {
  type ErrorPage,
  type ErrorPageProps,
  renderErrorPage,
} from '../../../src/runtime/features/pages/error-page.js'

function render(props: Partial<ErrorPageProps> = {}): ErrorPage {
  return renderErrorPage({
    theme: {},
    host: 'example.com',
    nonce: 'bm9uY2U=',
    retryUrl: '/auth/signin',
    homeUrl: 'https://example.com',
    ...props,
  })
}

describe('renderErrorPage', () => {
  it.each([
    ['Configuration', 500, 'Something went wrong on our side'],
    ['AccessDenied', 403, 'Access denied'],
    ['Verification', 403, 'This link no longer works'],
    ['MissingCSRF', 403, 'This page was open for too long'],
    ['InvalidCheck', 400, 'This sign-in is no longer valid'],
    ['OAuthUnavailable', 400, 'The sign-in service did not respond'],
    ['RateLimited', 400, 'Too many attempts'],
    ['Whatever', 400, 'Sign-in did not work'],
    [undefined, 400, 'Sign-in did not work'],
  ])('answers %s with %d', (error, status, title) => {
    const page = render({ error })
    expect(page.status).toBe(status)
    expect(page.html).toContain(`<h1>${title}</h1>`)
    expect(page.html).toContain(`<title>${title} – example.com</title>`)
  })

  it('offers to sign in again and to go back', () => {
    const { html } = render({ error: 'InvalidCheck' })
    expect(html).toContain('<a class="button primary" href="/auth/signin">Start again</a>')
    expect(html).toContain('<a class="button" href="https://example.com">Back to example.com</a>')
  })

  it('never repeats an unknown code', () => {
    expect(render({ error: '<script>alert(1)</script>' }).html).not.toContain('alert(1)')
  })

  it('shows a reference, and nothing that only poses as one', () => {
    expect(render({ code: 'a1b2-C3.d_4' }).html).toContain('Reference: a1b2-C3.d_4')
    for (const code of ['call 555 1234', '<b>', '', 'x'.repeat(65), 'x\n']) {
      expect(render({ code }).html).not.toContain('Reference')
    }
  })
})

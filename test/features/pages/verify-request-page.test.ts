import { describe, expect, it } from 'vitest'
import { renderVerifyRequestPage } from '../../../src/runtime/features/pages/verify-request-page.js'

describe('renderVerifyRequestPage', () => {
  it('the verify-request page says to check the e-mail and links to the start page', () => {
    const page = renderVerifyRequestPage({
      theme: {},
      host: 'example.com',
      nonce: 'bm9uY2U=',
      homeUrl: 'https://example.com',
    })
    expect(page).toContain('<h1>Check your email</h1>')
    expect(page).toContain('<a class="button" href="https://example.com">Back to example.com</a>')
    expect(page).not.toContain('<form')
  })

  it('the verify-request page has the link back below the button of the form', () => {
    const codeForm = { providerId: 'mail', action: '/auth/callback/mail', csrfToken: 'token' }
    const page = renderVerifyRequestPage({
      theme: {},
      host: 'example.com',
      nonce: 'bm9uY2U=',
      homeUrl: '/',
      codeForm,
    })
    expect(page).toMatch(/Sign in<\/button>\n<a class="button" href="\/">Back to example\.com<\/a>/)
    expect(page).not.toContain('class="divider"')
  })

  it('the field for the code accepts a code with a space after each digit, as some programs copy codes', () => {
    const codeForm = { providerId: 'mail', action: '/auth/callback/mail', csrfToken: 'token' }
    const props = { theme: {}, host: 'example.com', nonce: 'bm9uY2U=', homeUrl: '/' }
    const page = renderVerifyRequestPage({ ...props, codeForm })
    const [, length] = /name="code"[^>]*maxlength="(\d+)"/.exec(page) ?? []
    expect(Number(length)).toBeGreaterThanOrEqual('1 2 3 4 5 6 7 8 '.length)
  })

  it('PG-7: the verify-request page escapes the host', () => {
    const page = renderVerifyRequestPage({ theme: {}, host: '"><b>', nonce: 'bm9uY2U=', homeUrl: '/' })
    expect(page).toContain('Back to &quot;&gt;&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })
})

import { describe, expect, it } from 'vitest'
import { renderVerifyRequestPage } from '../../../src/runtime/pages/verify-request-page.js'

describe('renderVerifyRequestPage', () => {
  it('asks to look into the mailbox and links home', () => {
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

  it('PG-7: escapes the host', () => {
    const page = renderVerifyRequestPage({ theme: {}, host: '"><b>', nonce: 'bm9uY2U=', homeUrl: '/' })
    expect(page).toContain('Back to &quot;&gt;&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })
})

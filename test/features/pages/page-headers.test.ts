import { describe, expect, it } from 'vitest'
import { pageHeaders } from '../../../src/runtime/features/pages/page-headers.js'

const nonce = 'q83vEjRWeJA+/w=='

function directives(policy: string | undefined): Record<string, string> {
  const parts = (policy ?? '').split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ')
    return [name, sources.join(' ')]
  })
  return Object.fromEntries(parts)
}

function formAction(secure: boolean, formOrigins: readonly string[]): string | undefined {
  const headers = pageHeaders({ nonce, secure, formOrigins })
  return directives(headers['Content-Security-Policy'])['form-action']
}

describe('pageHeaders', () => {
  it('pageHeaders returns headers for a page that loads nothing, cannot be framed and is not cached', () => {
    const { 'Content-Security-Policy': policy, ...headers } = pageHeaders({
      nonce,
      secure: true,
      formOrigins: [],
    })
    expect(headers).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    expect(directives(policy)).toEqual({
      'default-src': "'none'",
      'style-src': `'nonce-${nonce}'`,
      'img-src': "'self' data:",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })

  it('over HTTPS, form-action allows every HTTPS host if a form redirects to a provider', () => {
    expect(formAction(true, ['https://idp.example'])).toBe("'self' https:")
  })

  it('over HTTPS, form-action never allows plain HTTP', () => {
    expect(formAction(true, ['http://localhost:9000', 'http://idp.example'])).toBe("'self' https:")
  })

  it('without HTTPS, form-action allows localhost and the listed origins', () => {
    expect(formAction(false, ['http://192.168.1.5:9000', 'https://idp.example'])).toBe(
      "'self' https: http://localhost:* http://127.0.0.1:* http://192.168.1.5:9000",
    )
  })

  it.each(["http://a;script-src'unsafe-inline'", 'http://a.example\r\nSet-Cookie: x=1', 'http://*', 'null'])(
    'pageHeaders leaves out the origin %j',
    (origin) => {
      expect(formAction(false, [origin])).toBe("'self' https: http://localhost:* http://127.0.0.1:*")
    },
  )

  it.each(["x'; script-src *", 'x\r\nSet-Cookie: a=b', 'x ', ''])(
    'pageHeaders refuses the nonce %j',
    (bad) => {
      expect(() => pageHeaders({ nonce: bad, secure: true, formOrigins: [] })).toThrow(
        '`nonce` must be base64 text',
      )
    },
  )
})

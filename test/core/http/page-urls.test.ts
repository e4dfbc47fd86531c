import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageUrl, linkUrl } from '../../../src/runtime/core/http/page-urls.js'
import { runs } from '../../support/fuzz.js'

const hostile = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  'relative',
  '',
]

describe('linkUrl', () => {
  it.each(['/', '/auth/signin?x=1#y', 'https://example.com/a', 'http://localhost:3000'])(
    'linkUrl keeps %s',
    (url) => {
      expect(linkUrl(url)).toBe(url)
    },
  )

  it.each(hostile)('linkUrl replaces %j with /', (url) => {
    expect(linkUrl(url)).toBe('/')
  })

  it('linkUrl never lets a root-relative link lead to another host', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '\t', '\n', ' ', '.', ':', '@', 'a') }),
        (rest) => {
          const resolved = new URL(linkUrl(`/${rest}`), 'https://site.example/auth/signin')
          expect(resolved.origin).toBe('https://site.example')
        },
      ),
      runs,
    )
  })
})

describe('imageUrl', () => {
  it.each([
    '/logo.svg',
    'https://example.com:8443/logo.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml,%3Csvg%3E',
    'data:image/x-icon;base64,AAAB',
    'data:image/vnd.microsoft.icon;base64,AAAB',
    'data:image/jp2;base64,AAAB',
  ])('imageUrl keeps %s', (url) => {
    expect(imageUrl(url, 'example.com:8443')).toBe(url)
  })

  it.each([
    ...hostile,
    'https://evil.example/logo.png',
    'https://example.com/logo.png',
    'https://example.com:8443@evil.example/logo.png',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/',
    undefined,
  ])('imageUrl leaves out %j', (url) => {
    expect(imageUrl(url, 'example.com:8443')).toBeUndefined()
  })
})

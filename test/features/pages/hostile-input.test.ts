import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderErrorPage } from '../../../src/runtime/features/pages/error-page.js'
import { renderSignInPage } from '../../../src/runtime/features/pages/sign-in-page.js'
import { renderSignOutPage } from '../../../src/runtime/features/pages/sign-out-page.js'
import { renderVerifyRequestPage } from '../../../src/runtime/features/pages/verify-request-page.js'
import { runs } from '../../support/fuzz.js'

const payloads = [
  '"><script>alert(1)</script>',
  "' onfocus='alert(1)",
  '</style><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  'red}</style><script>',
  'javascript:alert(1)',
  '<!--',
  ']]>',
  '&lt;script&gt;',
  '//evil.example',
  'data:text/html,<script>alert(1)</script>',
  'constructor',
  '\u0000<\u2028>',
]

const hostile = fc.oneof(
  fc.constantFrom(...payloads),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc
    .tuple(fc.constantFrom(...payloads), fc.string({ unit: fc.constantFrom(...'<>"\'&=/ \n`') }))
    .map((parts) => parts.join('')),
)

/** Returns a different hostile string at each call. */
type Text = () => string

function pages(text: Text): readonly string[] {
  const base = {
    theme: { logo: `x:${text()}`, brandColor: text(), buttonText: text() },
    host: text(),
    nonce: text(),
    csrfToken: text(),
    callbackUrl: text(),
  }
  const style = { logo: `x:${text()}`, mark: `x${text()}`, brandColor: text(), bg: text(), text: text() }
  const field = {
    label: text(),
    type: text(),
    placeholder: text(),
    autocomplete: text(),
    [`on${text()}`]: text(),
  }
  const option = (): { id: string; name: string; action: string } => ({
    id: `id${text()}`,
    name: text(),
    action: text(),
  })
  const fields = Object.fromEntries([[`name${text()}`, field]])
  return [
    renderSignInPage({
      ...base,
      callbackUrl: text(),
      error: text(),
      email: text(),
      providers: [
        { type: 'oauth', ...option(), style },
        { type: 'oidc', ...option(), id: 'github' },
        { type: 'credentials', ...option(), fields },
        { type: 'email', ...option() },
        {
          type: 'webauthn',
          ...option(),
          fields,
          optionsUrl: text(),
          conditional: true,
          offers: 'signInAndUp',
        },
      ],
    }),
    renderSignOutPage({
      ...base,
      callbackUrl: text(),
      action: text(),
      user: { name: text(), email: text() },
    }),
    renderErrorPage({ ...base, error: text(), retryUrl: text(), homeUrl: text(), code: `!${text()}` }),
    renderVerifyRequestPage({ ...base, homeUrl: text() }),
  ]
}

const tag = /<(!?\/?[a-z][a-z\d]*)((?:\s+[a-z][a-z-]*(?:="[^"]*")?)*)\s*\/?>/gi

/**
 * The tags of a page with the names of their attributes, the style sheet and the script, without the texts.
 */
function structure(page: string): readonly string[] {
  const style = page.match(/<style[^>]*>([\s\S]*?)<\/style>/i)?.[1] ?? ''
  const script = page.match(/<script[^>]*>([\s\S]*?)<\/script>/i)?.[1] ?? ''
  const markup = page.replace(style, '').replace(script, '')
  expect(markup.replace(tag, '')).not.toMatch(/[<>]/)
  const tags = [...markup.matchAll(tag)].map(
    ([, name, attributes = '']) => `${name}${attributes.replace(/="[^"]*"/g, '')}`,
  )
  return [style, script, ...tags]
}

/** Decodes the value of an attribute like a browser. */
function decode(value: string): string {
  const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return value.replace(/&[^;]+;/g, (reference) => characters[reference as keyof typeof characters])
}

describe('the built-in pages', () => {
  const expected = pages(() => 'plain').map(structure)

  it('the built-in pages keep their structure and their style sheet with any inserted strings', () => {
    fc.assert(
      fc.property(fc.infiniteStream(hostile), (stream) => {
        const found = pages(() => stream.next().value).map(structure)
        expect(found).toEqual(expected)
      }),
      runs,
    )
  })

  it('with hostile input, the built-in pages have no link, form or source that leads to another site', () => {
    fc.assert(
      fc.property(fc.infiniteStream(hostile), (stream) => {
        for (const page of pages(() => stream.next().value)) {
          for (const [, url = ''] of page.matchAll(/ (?:href|action|src)="([^"]*)"/g)) {
            expect(new URL(decode(url), 'https://site.example').origin).toBe('https://site.example')
          }
        }
      }),
      runs,
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProviderStyle } from '../../../src/providers/kinds/common-provider.js'
import { renderProviderMark } from '../../../src/runtime/features/pages/sign-in-form.js'
import { runs } from '../../support/fuzz.js'

/** Published providers are objects of other packages, so a mark may be anything. */
function render(mark: unknown, style: ProviderStyle = {}): string {
  return renderProviderMark(
    { name: 'acme', style: { ...style, mark: mark as ProviderStyle['mark'] & {} } },
    'example.com',
  ).toString()
}

const letter = '<span class="mark monogram" aria-hidden="true">A</span>'
const d = 'M2 2h20v20H2z'

describe('renderProviderMark', () => {
  it('renderProviderMark draws one path in the colour of the text around it', () => {
    expect(render(d)).toBe(
      `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="${d}"/></svg>`,
    )
  })

  it('renderProviderMark draws several paths, each in its colour', () => {
    const mark = [
      { d, fill: '#f25022' },
      { d: 'm1e1-.5L4,4 5-6z', fill: '#0af' },
    ]
    expect(render(mark)).toBe(
      `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill="#f25022" d="${d}"/><path fill="#0af" d="m1e1-.5L4,4 5-6z"/></svg>`,
    )
  })

  it.each([
    [''],
    ['M'],
    ['L2 2'],
    ['M0 0"/><script>alert(1)</script>'],
    ['M0 0;url(#x)'],
    ['M0 0&quot;'],
    ['https://evil.example/x.svg'],
    [7],
    [null],
    [true],
    [{ d, fill: '#000' }],
    [new String(d)],
    [[]],
    [[d]],
    [[null]],
    [[{ d }]],
    [[{ d, fill: 'red' }]],
    [[{ d, fill: 'url(//evil.example)' }]],
    [[{ d: [d], fill: '#000' }]],
    [[{ d, fill: ['#000'] }]],
    [
      [
        { d, fill: '#000' },
        { d: `${d}"`, fill: '#000' },
      ],
    ],
  ])('renderProviderMark shows the first letter instead of %j', (mark) => {
    expect(render(mark)).toBe(letter)
  })

  it('renderProviderMark prefers a logo of the same site to a mark, and a mark to a logo of another site', () => {
    expect(render(d, { logo: '/acme.svg' })).toContain('<img class="mark" src="/acme.svg"')
    expect(render(d, { logo: 'https://cdn.example/acme.svg' })).toContain(`d="${d}"`)
  })

  it('renderProviderMark returns a single element without text for every mark', () => {
    const hostile = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'M0 .<>"\'&=/;()#\n') }))
    const path = fc.record({
      d: hostile.map((text) => `M0 0${text}`),
      fill: fc.oneof(hostile, fc.constant('#000')),
    })
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map((text) => `M0 0${text}`),
          fc.array(path),
          fc.anything(),
        ),
        (mark) => {
          const drawn =
            /^<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">(?:<path fill="(?:currentColor|#[\da-f]+)" d="[\w\s,.+-]+"\/>)+<\/svg>$/i
          const markup = render(mark)
          if (markup !== letter) expect(markup).toMatch(drawn)
        },
      ),
      runs,
    )
  })
})

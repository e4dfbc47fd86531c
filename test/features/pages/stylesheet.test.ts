import { describe, expect, it } from 'vitest'
import { contrastRatio, parseHexColor } from '../../../src/runtime/features/pages/colors.js'
import { palette } from '../../../src/runtime/features/pages/stylesheet.js'

function property(css: string, name: string): string | undefined {
  return [...css.matchAll(/(--[a-z-]+): (#[\da-f]+)/g)].filter(([, found]) => found === name).at(-1)?.[2]
}

function contrast(css: string, one: string, other: string): number {
  const [first, second] = [parseHexColor(property(css, one)), parseHexColor(property(css, other))]
  if (!first || !second) throw new Error(`${one} or ${other} is not in the palette`)
  return contrastRatio(first, second)
}

describe.each(['light', 'dark'] as const)('the %s palette', (colorScheme) => {
  const css = palette({ colorScheme }).toString()

  it.each([
    ['--text', '--surface'],
    ['--text', '--subtle'],
    ['--text', '--button-hover'],
    ['--muted', '--surface'],
    ['--muted', '--field'],
    ['--muted', '--subtle'],
    ['--on-primary', '--primary'],
    ['--alert-text', '--alert-surface'],
    ['--notice-text', '--notice-surface'],
  ])('the stylesheet has enough contrast for %s on %s', (text, background) => {
    expect(contrast(css, text, background)).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['--field-line', '--field'],
    ['--field-line', '--surface'],
    ['--focus', '--surface'],
  ])('the stylesheet has enough contrast for the outline of %s on %s', (line, background) => {
    expect(contrast(css, line, background)).toBeGreaterThanOrEqual(3)
  })
})

describe('palette', () => {
  it('the stylesheet follows the system unless the theme names a scheme', () => {
    expect(palette({}).toString()).toContain('@media (prefers-color-scheme: dark)')
    expect(palette({ colorScheme: 'light' }).toString()).not.toContain('@media')
    expect(palette({ colorScheme: 'dark' }).toString()).not.toContain('@media')
  })

  it('the stylesheet chooses a text colour that can be read on the brand colour', () => {
    const css = palette({ brandColor: '#FD0' }).toString()
    expect(property(css, '--primary')).toBe('#ffdd00')
    expect(property(css, '--on-primary')).toBe('#000000')
  })

  it('the stylesheet uses the text colour of the theme', () => {
    const css = palette({ brandColor: '#ffdd00', buttonText: '#123' }).toString()
    expect(property(css, '--on-primary')).toBe('#112233')
  })

  it.each(['auto', 'light', 'dark'] as const)(
    'the stylesheet ignores the text colour of a theme without a brand colour, in the scheme %s',
    (colorScheme) => {
      const css = palette({ colorScheme, buttonText: '#ffffff' }).toString()
      expect(css).toBe(palette({ colorScheme }).toString())
    },
  )

  it('the stylesheet ignores colors that are not hexadecimal', () => {
    const hostile = 'red}</style><script>'
    expect(palette({ brandColor: hostile, buttonText: hostile }).toString()).toBe(palette({}).toString())
  })
})

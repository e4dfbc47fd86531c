import { isHexColor, type Theme } from '../../../options/pages-options.js'

/** An opaque colour as `#rrggbb` in lower case. */
export type HexColor = `#${string}`

/**
 * Returns an opaque colour, or `undefined` for another value. Transparency is dropped, because the contrast
 * of letters on a transparent colour depends on the background behind it.
 *
 * @see https://www.w3.org/TR/css-color-4/#hex-notation
 */
export function parseHexColor(value: unknown): HexColor | undefined {
  if (!isHexColor(value)) return undefined
  const digits = value.slice(1).toLowerCase()
  const opaque = digits.length < 6 ? digits.slice(0, 3).replace(/./g, '$&$&') : digits.slice(0, 6)
  return `#${opaque}`
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastRatio(one: HexColor, other: HexColor): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns black or white, so that the contrast ratio is at least 4.5. */
export function readableOn(background: HexColor): HexColor {
  return contrastRatio('#ffffff', background) >= contrastRatio('#000000', background) ? '#ffffff' : '#000000'
}

export interface ButtonColors {
  readonly background: HexColor
  readonly text: HexColor
}

/**
 * Returns the colours of the buttons. Without `brandColor`, `buttonText` is ignored, because it may be
 * unreadable on one of the two default buttons, which are dark and light.
 */
export function brandButton({ brandColor, buttonText }: Theme): ButtonColors | undefined {
  const background = parseHexColor(brandColor)
  return background && { background, text: parseHexColor(buttonText) ?? readableOn(background) }
}

function luminance(color: HexColor): number {
  return 0.2126 * linear(color, 1) + 0.7152 * linear(color, 3) + 0.0722 * linear(color, 5)
}

/**
 * Converts one channel of a colour to linear light.
 *
 * @param start - The index of the first of two digits.
 */
function linear(color: HexColor, start: number): number {
  const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

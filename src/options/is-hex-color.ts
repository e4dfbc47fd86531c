const HEX_COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

/** Whether a value is a CSS colour in hexadecimal form. @see https://www.w3.org/TR/css-color-4/#hex-notation */
export function isHexColor(value: unknown): value is `#${string}` {
  return typeof value === 'string' && HEX_COLOR.test(value)
}

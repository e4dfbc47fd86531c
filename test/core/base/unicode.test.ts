import { expect, it } from 'vitest'
import { hasControlCharacter } from '../../../src/runtime/core/base/unicode.js'

it('hasControlCharacter finds exactly the control characters of Unicode', () => {
  const differing: string[] = []
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code)
    if (hasControlCharacter(`a${character}z`) !== /\p{Cc}/u.test(character)) {
      differing.push(code.toString(16))
    }
  }
  expect(differing).toEqual([])
})

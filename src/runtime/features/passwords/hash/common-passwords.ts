/** In UTF-16 code units. */
const MAX_PART_LENGTH = 64

/**
 * Whether a password is common, consists of two common passwords, or repeats a common password or a part of
 * at most four characters.
 *
 * @param folded - The password, normalized and in lower case.
 */
export async function isCommon(folded: string): Promise<boolean> {
  // The list has 80 KB, and a sign-in does not need it.
  const { commonPasswords: common } = await import('./common-password-list.js')
  if (common.has(folded)) return true
  for (let length = 1; length <= MAX_PART_LENGTH && length < folded.length; length++) {
    const [start, rest] = [folded.slice(0, length), folded.slice(length)]
    const isKnown = common.has(start)
    if (isKnown && common.has(rest)) return true
    if ((isKnown || length <= 4) && isRepetition(folded, start)) return true
  }
  return false
}

/** Whether a string repeats a part. The last repetition may be cut off. */
function isRepetition(text: string, part: string): boolean {
  return part.repeat(Math.ceil(text.length / part.length)).startsWith(text)
}

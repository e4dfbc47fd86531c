/** No known claim is nested that deeply. */
const MAX_DEPTH = 64

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses JSON, and accepts only JSON that every parser reads the same way: UTF-8 without a byte order mark,
 * no repeated members, no member `__proto__`, and limited nesting.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const { text, value } = parse(bytes)
  // The parser keeps only the last of repeated members, so the result has fewer members than the source.
  if (countMembers(value) !== countWritten(text)) throw new Error('The JSON has a duplicate member.')
  return value
}

export async function strictJson(response: Response): Promise<unknown> {
  return parseStrictJson(new Uint8Array(await response.arrayBuffer()))
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = decoder.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    // The parser's own message quotes the source, which may be secret.
    throw new Error('The text is not JSON in UTF-8.')
  }
}

/**
 * Returns the number of members in the source. Each member of valid JSON has one colon outside of strings.
 */
function countWritten(text: string): number {
  const withoutStrings = text.replace(/\\./g, '').replace(/"[^"]*"/g, '')
  return withoutStrings.split(':').length - 1
}

function countMembers(value: unknown, depth = MAX_DEPTH): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) throw new Error('The JSON is nested too deeply.')
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value) members += countMembers(item, depth - 1)
    return members
  }
  for (const name of Object.keys(value)) {
    if (name === '__proto__') throw new Error('The JSON has a member `__proto__`.')
    members += 1 + countMembers((value as Record<string, unknown>)[name], depth - 1)
  }
  return members
}

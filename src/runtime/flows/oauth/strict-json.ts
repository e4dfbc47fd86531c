/** Deeper nesting than any claim has. */
const MAX_DEPTH = 64

/**
 * Reads JSON that means the same to every reader: UTF-8 without a byte order mark, no member twice, no
 * member that could change a prototype, no nesting beyond reason. Throws for anything else.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519.html#section-4
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const { text, value } = parse(bytes)
  checkMembers(text)
  return value
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    // The parser's own message quotes the text, which may be secret.
    throw new Error('The text is not JSON in UTF-8.')
  }
}

/** `text` is known to be JSON, so brackets match and a text before a colon is a member's name. */
function checkMembers(text: string): void {
  const open: Set<string>[] = []
  for (const [token, string] of text.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g,
  )) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > MAX_DEPTH) throw new Error('The JSON is nested too deeply.')
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (string !== undefined) {
      const name: string = JSON.parse(string)
      const members = open.at(-1)
      if (name === '__proto__' || members?.has(name))
        throw new Error('The JSON names a member twice, or a prototype.')
      members?.add(name)
    }
  }
}

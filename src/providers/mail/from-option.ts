export interface Mailbox {
  readonly name: string | undefined
  readonly address: string
}

/** Parses `Example <sign-in@example.com>`, or only an e-mail address. */
export function parseMailbox(from: string | undefined): Mailbox {
  const text = from?.trim() ?? ''
  const [, displayName = '', bracketed] = /^(.*)<([^<>]*)>$/.exec(text) ?? []
  const address = (bracketed ?? text).trim()
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) {
    throw new TypeError(
      '`from` must be an e-mail address, or a name with an e-mail address in angle brackets.',
    )
  }
  const displayed = displayName.trim()
  const [, quoted] = /^"(.*)"$/.exec(displayed) ?? []
  // In a quoted string, a backslash precedes a quote or another backslash (RFC 5322, section 3.2.4).
  const name = quoted?.replace(/\\(.)/g, '$1') ?? displayed
  return { name: name === '' ? undefined : name, address }
}

/** Whom a mail is from, in its parts. */
export interface Mailbox {
  readonly name: string | undefined
  readonly address: string
}

/** Takes `Example <sign-in@example.com>` apart, or an address alone. Throws `TypeError` for anything else. */
export function parseMailbox(from: string | undefined): Mailbox {
  const text = from?.trim() ?? ''
  const [, quoted = '', inner] = /^(.*)<([^<>]*)>$/.exec(text) ?? []
  const address = (inner ?? text).trim()
  if (!/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address)) {
    throw new TypeError('`from` must be an address, or a name with an address in angle brackets.')
  }
  const name = quoted.trim().replace(/^"(.*)"$/, '$1')
  return { name: name === '' ? undefined : name, address }
}

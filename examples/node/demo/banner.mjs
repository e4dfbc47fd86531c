import path from 'node:path'

/**
 * A message with the URLs of the demo, and steps to try.
 *
 * @param {{ url: string, issuer: string, folder: string }} demo
 * @returns {string}
 */
export function banner({ url, issuer, folder }) {
  const bold = process.stdout.isTTY ? (/** @type {string} */ text) => `\x1b[1m${text}\x1b[22m` : String
  return `
  ${bold('The Authwright demo is running.')}

  Application         ${bold(url)}
  Identity provider   ${issuer}
  Mailbox             ${url}/mailbox
  Data                ${path.relative(process.cwd(), folder) || '.'} (kept for the next run)

  Try:
    1. Open ${url} and choose "Sign in".
    2. Continue with Demo ID: be Alice, Bob or Carol, and allow access, or don't.
    3. Sign out, then sign in with demo@example.com and the password open-sesame.
    4. Create an account, or sign in by a link: the mails are in the mailbox.
    5. Open the account page: add a passkey, connect Demo ID, see where you are signed in.
    6. Stop the demo and start it again: you are still signed in.

  Press Ctrl-C to stop.
`
}

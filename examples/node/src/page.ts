import type { auth } from './auth.js'
import { type Document, renderDocument } from './document.js'
import { type Html, html } from './html.js'
import type { Mail } from './mailbox.js'

/** The session of the application. Its type is inferred from `auth.ts`. */
export type ShownSession = NonNullable<Awaited<ReturnType<typeof auth.auth>>>

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M12 2 4 5v6c0 5 3.5 8.5 8 11 4.5-2.5 8-6 8-11V5z"/><path d="m8.5 12 2.5 2.5 4.5-5" stroke-linecap="round"/></svg>`

/** The home page, with the signed-in user or the ways to sign in. */
export function renderPage(session: ShownSession | null): Document {
  return renderDocument({
    title: session ? `Signed in as ${displayName(session)} · Authwright demo` : 'Authwright demo',
    party: 'application',
    body: html`<main>
      <div class="brand">${mark}<span>Authwright demo</span></div>
      ${session ? signedIn(session) : signedOut()}
      <footer>This page is <code>examples/node/src/page.ts</code>; the configuration is <code>auth.ts</code> beside it.</footer>
    </main>`,
  })
}

/** The page for all other URLs. */
export function renderNotFound(): Document {
  return renderDocument({
    title: 'There is nothing here · Authwright demo',
    party: 'application',
    body: html`<main class="narrow">
      <div class="brand">${mark}<span>Authwright demo</span></div>
      <section class="card">
        <div class="stack">
          <h1>There is nothing here</h1>
          <p>The demo has a home page and a mailbox.</p>
        </div>
        <div class="actions"><a class="button" href="/">Go to the home page</a></div>
      </section>
    </main>`,
  })
}

function displayName({ user }: ShownSession): string {
  return user.name || user.email || user.id
}

function signedIn(session: ShownSession): Html {
  const { user } = session
  const name = displayName(session)
  return html`<section class="card">
      <div class="person">
        <span class="face" aria-hidden="true">${[...name].slice(0, 1)[0]?.toUpperCase()}</span>
        <div class="stack">
          <h1>Signed in as ${name}</h1>
          <p>${user.email ?? 'no e-mail address'}</p>
        </div>
      </div>
      <span class="tag">${user.plan} plan</span>
      <div class="actions"><a class="button" href="/auth/account">Account page</a><a class="button plain" href="/auth/signout?callbackUrl=%2F">Sign out</a></div>
      <p>The account page connects Demo ID, adds a passkey, sets a password, and lists the devices that are signed in.</p>
    </section>
    <section class="card">
      <div class="stack">
        <h2>The session</h2>
        <p>What <code>await auth.auth(request)</code> returned. Its type has every field you see: <code>session.user.plan</code> compiles, <code>session.user.plam</code> does not.</p>
      </div>
      <pre>${JSON.stringify(session, null, 2)}</pre>
    </section>`
}

function signedOut(): Html {
  return html`<section class="card">
      <div class="stack">
        <h1>Nobody is signed in</h1>
        <p>All of this works on this machine, without an account anywhere.</p>
      </div>
      <dl>
        <div><dt>Demo ID</dt><dd>An OpenID Provider on this machine. Be Alice, Bob or Carol, and allow access, or don’t.</dd></div>
        <div><dt>Password</dt><dd><code>demo@example.com</code> with the password <code>open-sesame</code>. Or create an account with any e-mail address.</dd></div>
        <div><dt>Sign-in link</dt><dd>Type any e-mail address. The mail arrives in the <a href="/mailbox">mailbox</a>.</dd></div>
        <div><dt>Passkey</dt><dd>With a fingerprint, a phone or a security key.</dd></div>
      </dl>
      <div class="actions">
        <a class="button" href="/auth/signin?callbackUrl=%2F">Sign in</a>
        <a class="button plain" href="/auth/signup?callbackUrl=%2F">Create an account</a>
        <a class="button plain" href="/mailbox">Mailbox</a>
      </div>
    </section>`
}

/** The mails of all users, because there is no mail server. */
export function renderMailbox(mails: readonly Mail[]): Document {
  return renderDocument({
    title: 'Mailbox · Authwright demo',
    party: 'application',
    body: html`<main>
      <div class="brand">${mark}<span>Authwright demo</span></div>
      <section class="card">
        <div class="stack">
          <h1>Mailbox</h1>
          <p>Every mail that the demo sends arrives here. Reload the page to see new ones.</p>
        </div>
        <div class="actions"><a class="button" href="/mailbox">Reload</a><a class="button plain" href="/">Home page</a></div>
      </section>
      ${mails.length === 0 ? html`<section class="card"><p>There is no mail yet.</p></section>` : mails.map(shownMail)}
    </main>`,
  })
}

function shownMail({ to, subject, text, sent }: Mail): Html {
  // Only URLs in the mail become links. The rest is escaped text.
  const parts = text.split(/(https?:\/\/\S+)/)
  const linked = parts.map((part, index) =>
    index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`,
  )
  return html`<section class="card">
    <div class="stack">
      <h2>${subject}</h2>
      <p>To ${to}, at ${sent.toLocaleTimeString('en')}</p>
    </div>
    <pre>${linked}</pre>
  </section>`
}

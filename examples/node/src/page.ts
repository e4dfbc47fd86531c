import type { auth } from './auth.js'
import { type Document, renderDocument } from './document.js'
import { type Html, html } from './html.js'

/** The session of the application: nothing of it is declared, all of it is inferred from `auth.ts`. */
export type ShownSession = NonNullable<Awaited<ReturnType<typeof auth.auth>>>

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M12 2 4 5v6c0 5 3.5 8.5 8 11 4.5-2.5 8-6 8-11V5z"/><path d="m8.5 12 2.5 2.5 4.5-5" stroke-linecap="round"/></svg>`

/** The only page of the application: who is signed in, or how to sign in. */
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

/** What is shown at any other address. */
export function renderNotFound(): Document {
  return renderDocument({
    title: 'There is nothing here · Authwright demo',
    party: 'application',
    body: html`<main class="narrow">
      <div class="brand">${mark}<span>Authwright demo</span></div>
      <section class="card">
        <div class="stack">
          <h1>There is nothing here</h1>
          <p>The application of this demo has one page.</p>
        </div>
        <div class="actions"><a class="button" href="/">Go to it</a></div>
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
      <div class="actions"><a class="button" href="/auth/signout?callbackUrl=%2F">Sign out</a></div>
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
        <p>There are two ways in, and both work without an account anywhere.</p>
      </div>
      <dl>
        <div><dt>Demo ID</dt><dd>An OpenID Provider on this machine. Be Alice, Bob or Carol, and allow access, or don’t.</dd></div>
        <div><dt>Email and password</dt><dd><code>demo@example.com</code> with the password <code>open-sesame</code></dd></div>
      </dl>
      <div class="actions"><a class="button" href="/auth/signin?callbackUrl=%2F">Sign in</a></div>
    </section>`
}

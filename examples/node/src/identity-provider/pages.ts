import { type Document, renderDocument } from '../document.js'
import { type Html, html } from '../html.js'
import { type Person, people } from './people.js'

const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2"><rect x="2" y="4" width="20" height="16" rx="4"/><circle cx="9" cy="11" r="2.5"/><path d="M5 17c.8-2 2.2-3 4-3s3.2 1 4 3M16 10h3M16 14h3" stroke-linecap="round"/></svg>`

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="m4 10.5 4 4 8-9"/></svg>`

function page(title: string, body: Html, formTargets: readonly string[] = []): Document {
  return renderDocument({
    title: `${title} · Demo ID`,
    party: 'identity-provider',
    formTargets,
    body: html`<main class="narrow">
      <div class="brand">${mark}<span>Demo ID</span></div>
      <div class="card">${body}</div>
      <footer>An OpenID Provider that runs on this machine, for this demo alone.</footer>
    </main>`,
  })
}

/** The URL to which the forms of a page are sent, and the origin to which the provider then redirects. */
export interface Form {
  action: string
  application: string
}

/** The page on which a user selects an account. */
export function loginPage({ action, application }: Form): Document {
  return page(
    'Choose an account',
    html`<div class="stack">
        <h1>Choose an account</h1>
        <p>to continue to <strong>Authwright demo</strong></p>
      </div>
      <form method="post" action="${action}" class="choices">
        ${people.map(
          ({ sub, name, email }) => html`<button class="choice" name="person" value="${sub}">
          <span class="face" aria-hidden="true">${name.slice(0, 1)}</span>
          <span>${name}<small>${email}</small></span>
        </button>`,
        )}
      </form>
      <form method="post" action="${action}" class="actions even">
        <button class="button plain" name="answer" value="refuse">Cancel</button>
      </form>`,
    [application],
  )
}

const meaning: Record<string, string> = {
  openid: 'Know that it is you',
  profile: 'See your name',
  email: 'See your e-mail address',
}

/** The page on which a user allows or refuses the requested scopes. */
export function consentPage(
  { action, application }: Form,
  person: Person,
  scopes: readonly string[],
): Document {
  return page(
    'Allow access',
    html`<div class="stack">
        <h1>Allow access to your account?</h1>
        <p><strong>Authwright demo</strong> at ${application} would like to:</p>
      </div>
      <ul class="plain">${scopes.map((scope) => html`<li>${tick}<span>${meaning[scope] ?? scope}</span></li>`)}</ul>
      <div class="person">
        <span class="face" aria-hidden="true">${person.name.slice(0, 1)}</span>
        <span class="stack"><strong>${person.name}</strong><span>${person.email}</span></span>
      </div>
      <form method="post" action="${action}" class="actions even">
        <button class="button" name="answer" value="allow">Allow</button>
        <button class="button plain" name="answer" value="refuse">Don’t allow</button>
      </form>`,
    [application],
  )
}

/** The start page of the identity provider, without a sign-in. */
export function welcomePage(application: string): Document {
  return page(
    'An OpenID Provider',
    html`<div class="stack">
        <h1>This is Demo ID</h1>
        <p>It signs people in to the application of this demo. There is nothing to do here without one.</p>
      </div>
      <div class="actions"><a class="button" href="${application}">Go to the application</a></div>`,
  )
}

/** The error page, with a link to the application. */
export function problemPage(sentence: string, application: string): Document {
  return page(
    'That did not work',
    html`<div class="stack">
        <h1>That did not work</h1>
        <p>${sentence}</p>
      </div>
      <div class="actions"><a class="button" href="${application}">Start again</a></div>`,
  )
}

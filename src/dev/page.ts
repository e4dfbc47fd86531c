import type { AuthorizationPageRequest } from '../providers/kinds/local-server.js'
import { type Html, html } from '../runtime/core/http/html.js'
import { linkUrl } from '../runtime/core/http/page-urls.js'
import { type Params, textParam } from '../runtime/core/http/params.js'
import {
  alertIcon,
  initial,
  keyIcon,
  renderDocument,
  renderHiddenFields,
} from '../runtime/features/pages/document.js'

export interface UsersPageProps {
  readonly options: { readonly id: string; readonly name: string; readonly type: 'oauth' | 'oidc' }
  readonly users: readonly Record<string, unknown>[]
  readonly error?: string | undefined
}

const styles = html`
.button.user { grid-template-columns: 2rem 1fr; justify-content: start; text-align: start; padding-block: .625rem }
.button.user { display: grid } .button.user small { display: block; font-weight: 400; color: var(--muted) }
.button.user .monogram { width: 2rem; height: 2rem; border-radius: 50% }
details { margin-top: 1rem } summary { cursor: pointer; font-weight: 550; padding: .5rem 0 }
textarea {
  display: block; width: 100%; min-height: 7rem; padding: .5rem .875rem; border: 1px solid var(--field-line);
  border-radius: .625rem; font: .875rem/1.5 ui-monospace, monospace; color: var(--text); background: var(--field);
}
.options + form, form + .actions { margin-top: .75rem }`

export function renderUsersPage(
  { options, users, error }: UsersPageProps,
  request: AuthorizationPageRequest,
): (nonce: string) => string {
  const { action, form = {}, csrfToken, host, theme } = request
  const isOidc = options.type === 'oidc'
  const isVerified = form['user'] !== 'typed' || form['verified'] === 'on'
  const value = (name: string): string => textParam(form, name) ?? ''
  return (nonce) =>
    renderDocument({
      theme,
      host,
      nonce,
      isDevelopment: true,
      styles: [styles],
      title: 'Choose a user',
      lead: html`Made-up users of <strong>${options.name}</strong>, for development on this machine.`,
      emblem: html`<div class="emblem">${keyIcon}</div>`,
      content: html`${error !== undefined && html`<div class="banner alert" role="alert">${alertIcon}<div><p>${error}</p></div></div>`}
<form class="options" action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
${users.map(userButton)}
</form>
<details${error !== undefined && html` open`}><summary>Another user</summary>
<form class="fields" action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
${
  isOidc &&
  html`<div class="field"><label for="name">Name</label><input id="name" name="name" value="${value('name')}" autocomplete="off"></div>
<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" value="${value('email')}" autocomplete="off"></div>
<div class="choice"><input id="verified" name="verified" type="checkbox"${isVerified && html` checked`}><label for="verified">The e-mail address is verified</label></div>`
}
<div class="field"><label for="claims">${isOidc ? 'More claims, as JSON' : 'The profile, as JSON'}</label>
<textarea id="claims" name="claims" spellcheck="false">${value('claims') || (!isOidc && JSON.stringify(users[0], null, 2))}</textarea></div>
<button type="submit" class="button primary" name="user" value="typed">Sign in</button>
</form></details>
<form class="actions" action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<button type="submit" class="button" name="user" value="none">Cancel</button>
</form>`,
    })
}

function userButton(user: Record<string, unknown>, index: number): Html {
  const { name, login, username, preferred_username, email, email_verified, sub, id } = user
  const shown =
    [name, login, username, preferred_username, email, sub, id].find((each) => each) ?? `User ${index + 1}`
  const title = String(shown)
  const shownEmail = typeof email === 'string' && email !== title ? email : undefined
  const note = email_verified === false ? 'e-mail address not verified' : undefined
  return html`<button type="submit" class="button user" name="user" value="${index}">
<span class="mark monogram" aria-hidden="true">${initial(title)}</span>
<span>${title}${(shownEmail ?? note) !== undefined && html`<small>${[shownEmail, note].filter(Boolean).join(', ')}</small>`}</span></button>
`
}

export function renderRefusedPage(
  reason: string,
  { host, theme }: Pick<AuthorizationPageRequest, 'host' | 'theme'>,
): (nonce: string) => string {
  return (nonce) =>
    renderDocument({
      theme,
      host,
      nonce,
      isDevelopment: true,
      title: 'Not available',
      lead: reason,
      emblem: html`<div class="emblem alert">${alertIcon}</div>`,
      content: html``,
    })
}

/** Returns the claims of the user, or a message that says why there are none. */
export function chosenUser(
  form: Params,
  users: readonly Record<string, unknown>[],
  type: 'oauth' | 'oidc',
): Record<string, unknown> | string {
  const { user } = form
  if (user !== 'typed') return users[Number(user)] ?? 'There is no such user.'
  const claims = parsed(textParam(form, 'claims') ?? '{}')
  if (!claims) return 'The claims must be a JSON object, such as {"role": "admin"}.'
  if (type === 'oauth') return claims
  const [name, email] = [textParam(form, 'name'), textParam(form, 'email')]
  const typed = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email, email_verified: form['verified'] === 'on' }),
    ...claims,
  }
  const sub = (typed as { sub?: unknown }).sub || email || name
  if (!sub) return 'Enter a name, an e-mail address or the claim `sub`.'
  if (String(sub).length > 255)
    return 'The name, the e-mail address or the claim `sub` has more than 255 characters.'
  return { ...typed, sub: String(sub) }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

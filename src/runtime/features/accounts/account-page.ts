import type { LinkedAccount, Passkey } from '../../../model/account.js'
import type { AccountForm, AccountMessage, AccountSection } from '../../core/account-section.js'
import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { deviceName } from '../../core/sessions/device-name.js'
import { type PageProps, renderDocument } from '../pages/document.js'
import { renderField } from '../pages/field.js'
import { siteName } from '../pages/page-site.js'
import { passkeyStyles, renderPasskeyScript, renderPasskeys } from '../pages/passkeys.js'
import { filled, filledText, type Words, wordsOf } from '../pages/words.js'

export interface ShownSession {
  readonly id: string
  readonly isCurrent: boolean
  readonly userAgent?: string | null | undefined
  readonly networkAddress?: string | null | undefined
  readonly lastUsedAt?: Date | null | undefined
}

export interface AccountPageProps extends PageProps {
  readonly action: string
  readonly csrfToken: string
  readonly user: { readonly name: string | null; readonly email: string | null }
  /** Result of the last form, from the query. Unknown values are ignored. */
  readonly result?: string | undefined
  /** `undefined` if sessions cannot be listed. */
  readonly sessions: readonly ShownSession[] | undefined
  /** If `sessions` is `undefined`: whether to show a button that ends all sessions. */
  readonly canEndSessions: boolean
  readonly accounts: readonly (LinkedAccount & { readonly name: string })[]
  readonly connectable: readonly { readonly name: string; readonly action: string }[]
  readonly passkeys: readonly Passkey[] | undefined
  readonly sections: readonly AccountSection[]
  readonly passkeyProviders: readonly PasskeyProvider[]
  readonly homeUrl: string
}

export interface PasskeyProvider {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly optionsUrl: string
}

const results = [
  'unlinked',
  'passkeyRemoved',
  'passkeyRenamed',
  'sessionEnded',
  'sessionsEnded',
  'notFound',
  'lastSignInMethod',
  'linked',
  'alreadyLinked',
  'otherUser',
] as const

const failures: readonly string[] = ['notFound', 'lastSignInMethod', 'otherUser']

export function renderAccountPage(props: AccountPageProps): string {
  const words = wordsOf(props.language)
  const { texts } = words
  const { user, homeUrl, sessions, passkeys } = props
  const sections: readonly ShownSection[] = [
    ...(sessions ? [sessionsSection(sessions, props, words)] : []),
    ...(props.accounts.length + props.connectable.length > 0 ? [accountsSection(props, words)] : []),
    ...(passkeys ? [passkeysSection(passkeys, props, words)] : []),
    ...props.sections.map((section, index) => ({ ...section, id: `section-${index}` })),
  ]
  return renderDocument({
    ...props,
    title: texts['account.title'],
    lead: user.email ?? user.name ?? undefined,
    styles: [accountStyles, ...(passkeys ? [passkeyStyles] : [])],
    content: html`${renderResult(props.result, words)}${sections.map((section) => renderSection(section, props, words))}
${!sessions && props.canEndSessions && html`<section>${renderForm(endOthersForm(texts['account.signOutEverywhere'], props.action), props.csrfToken)}</section>`}
<a class="button" href="${linkUrl(homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>`,
  })
}

function renderResult(result: string | undefined, { texts }: Words): Html | undefined {
  const known = results.find((each) => each === result)
  if (!known) return undefined
  return renderMessage({ text: texts[`account.result.${known}`], isFailure: failures.includes(known) })
}

function renderMessage({ text, isFailure }: AccountMessage): Html {
  return html`<div class="banner ${isFailure ? 'alert' : 'notice'}" role="${isFailure ? 'alert' : 'status'}">
<p>${text}</p></div>
`
}

/**
 * A rendered section. Unlike in an `AccountSection`, rows may contain markup, and a form that renames the row.
 */
interface ShownSection {
  readonly id: string
  readonly title: string
  readonly items: readonly ShownItem[]
  readonly message?: AccountMessage | undefined
  readonly empty?: string | undefined
  readonly forms?: readonly AccountForm[]
  readonly content?: Html
}

interface ShownItem {
  readonly title: string
  readonly detail?: Html | string | undefined
  readonly forms?: readonly AccountForm[]
  /** `titleId` is the id of the element that shows the title. */
  readonly rename?: (titleId: string) => Html
}

function renderSection(section: ShownSection, { csrfToken }: AccountPageProps, words: Words): Html {
  const { id, title, items, message, forms = [], content } = section
  const rows = items.map((item, index) => {
    const titleId = `${id}-${index}`
    return html`<li><div><strong id="${titleId}">${item.title}</strong>${
      item.detail && html`<div class="detail">${item.detail}</div>`
    }</div>${item.forms?.map((form, at) => renderAnyForm(form, csrfToken, words, `${titleId}-${at}`, titleId))}${item.rename?.(titleId)}</li>
`
  })
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${message && renderMessage(message)}${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p class="detail">${section.empty ?? words.texts['account.none']}</p>`}${forms.map((form, at) => renderAnyForm(form, csrfToken, words, `${id}-form-${at}`))}${content}</section>
`
}

function sessionsSection(
  sessions: readonly ShownSession[],
  { action }: AccountPageProps,
  { texts, tag }: Words,
): ShownSection {
  const items = sessions.map(({ id, isCurrent, userAgent, networkAddress, lastUsedAt }) => {
    const time = lastUsedAt ? renderTime(new Date(lastUsedAt), tag) : undefined
    const used = isCurrent ? texts['account.thisDevice'] : time && filled(texts['account.lastUsed'], { time })
    return {
      title: deviceName(userAgent) ?? texts['account.unknownDevice'],
      detail:
        used || networkAddress ? html`${used}${used && networkAddress && ' · '}${networkAddress}` : undefined,
      forms: isCurrent
        ? []
        : [{ label: texts['signOut.button'], action, fields: { action: 'end-session', id } }],
    }
  })
  const others = sessions.some(({ isCurrent }) => !isCurrent)
  return {
    id: 'sessions',
    title: texts['account.sessions'],
    items,
    forms: others ? [endOthersForm(texts['account.signOutElsewhere'], action)] : [],
  }
}

function endOthersForm(label: string, action: string): AccountForm {
  return { label, action, fields: { action: 'end-other-sessions' } }
}

function accountsSection(
  { accounts, connectable, action }: AccountPageProps,
  { texts }: Words,
): ShownSection {
  const items = accounts.map(({ provider, providerAccountId, name, removable }) => {
    const isOneOfSeveral = accounts.filter((each) => each.provider === provider).length > 1
    const details = [
      ...(isOneOfSeveral ? [providerAccountId] : []),
      ...(removable ? [] : [texts['account.onlyMethod']]),
    ]
    const fields = { action: 'unlink', provider, providerAccountId }
    return {
      title: name,
      detail: details.length > 0 ? details.join(' · ') : undefined,
      forms: removable ? [{ label: texts['account.disconnect'], action, fields }] : [],
    }
  })
  const forms = connectable.map(({ name, action: connect }) => ({
    label: filledText(texts['account.connect'], { provider: name }),
    action: connect,
    fields: { callbackUrl: action, link: 'report' },
  }))
  return { id: 'accounts', title: texts['account.accounts'], items, forms }
}

function passkeysSection(
  passkeys: readonly Passkey[],
  { action, csrfToken, nonce, passkeyProviders }: AccountPageProps,
  words: Words,
): ShownSection {
  const { texts } = words
  const items = passkeys.map(({ id, name, removable }) => ({
    title: name ?? texts['account.passkey'],
    detail: removable ? undefined : texts['account.onlyMethod'],
    forms: removable
      ? [{ label: texts['account.remove'], action, fields: { action: 'remove-passkey', id } }]
      : [],
    rename: (titleId: string) => html`
<form class="rename field" action="${linkUrl(action)}" method="post">${hiddenFields({ csrfToken, action: 'rename-passkey', id })}
<label for="${titleId}-name">${texts['account.passkeyName']}</label>
<input type="text" id="${titleId}-name" name="name" value="${name ?? ''}" maxlength="100" dir="auto" autocomplete="off">
<button type="submit" class="button" aria-describedby="${titleId}">${texts['account.rename']}</button></form>`,
  }))
  const label = (name: string): Html | string =>
    passkeyProviders.length > 1
      ? filled(texts['passkey.add'], { provider: name })
      : texts['account.addPasskey']
  const add = passkeyProviders.map(({ id, name, action: callback, optionsUrl }) =>
    renderPasskeys(
      { id, optionsUrl, conditional: false, returnTo: action },
      html`<form action="${linkUrl(callback)}" method="post">${hiddenFields({ csrfToken, callbackUrl: action })}
<button type="submit" class="button" value="register">${label(name)}</button></form>
`,
    ),
  )
  const content = html`${add}${renderPasskeyScript(nonce, words)}`
  return { id: 'passkeys', title: texts['account.passkeys'], items, content }
}

function renderAnyForm(
  form: AccountForm,
  csrfToken: string,
  words: Words,
  id: string,
  describedBy?: string,
): Html {
  if (!form.inputs) return renderForm(form, csrfToken, describedBy)
  const { label, action, fields, inputs, hints = {} } = form
  const shown = Object.entries(inputs).map(([name, field]) =>
    renderField({ providerId: id, name, field, autofocus: false, words, hint: hints[name] }),
  )
  return html`<details><summary${describedBy !== undefined && html` aria-describedby="${describedBy}"`}>${label}</summary>
<form action="${linkUrl(action)}" method="post">${hiddenFields({ csrfToken, ...fields })}
<div class="fields">${shown}<button type="submit" class="button">${label}</button></div></form></details>
`
}

function renderForm({ label, action, fields }: AccountForm, csrfToken: string, describedBy?: string): Html {
  return html`<form action="${linkUrl(action)}" method="post">${hiddenFields({ csrfToken, ...fields })}
<button type="submit" class="button"${describedBy !== undefined && html` aria-describedby="${describedBy}"`}>${label}</button></form>
`
}

function hiddenFields(fields: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`
<input type="hidden" name="${name}" value="${value}">`,
  )
}

/** Renders a time in UTC, because the page does not know the user's time zone. */
function renderTime(at: Date, language: string): Html | undefined {
  if (Number.isNaN(at.getTime())) return undefined
  const shown = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at)
  return html`<time datetime="${at.toISOString()}">${shown}</time>`
}

const accountStyles: Html = html`
section { margin-bottom: 1.75rem; display: grid; gap: .75rem }
section h2 { font-size: 1rem; font-weight: 600 }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem }
li { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; padding: .75rem 1rem; line-height: 1.35 }
li + li { border-top: 1px solid var(--line) }
li > div { flex: 1 1 8rem; min-width: 0 }
li .button { width: auto; min-height: 2.5rem; padding: .25rem .75rem; font-size: .9375rem }
section .banner { margin-bottom: 0 }
summary { cursor: pointer; padding: .5rem 0 }
details .fields { padding: .5rem 0 1rem }
.detail { font-size: .9375rem; color: var(--muted) }
.rename { display: flex; flex: 1 1 100%; flex-wrap: wrap; align-items: center; gap: .25rem .5rem }
.rename label { flex: 1 1 100% }
.rename input { flex: 1; min-width: 0; min-height: 2.5rem }`

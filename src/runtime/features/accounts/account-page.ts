import type { LinkedAccount, Passkey } from '../../../model/account.js'
import { type Html, html, linkUrl } from '../../core/http/html.js'
import { type PageProps, renderDocument, renderHiddenFields } from '../pages/document.js'
import { siteName } from '../pages/page-site.js'
import { filled, type Words, wordsOf } from '../pages/words.js'

/** A session as the page shows it. */
export interface ShownSession {
  readonly id: string
  readonly isCurrent: boolean
  readonly userAgent?: string | null | undefined
  readonly networkAddress?: string | null | undefined
  readonly lastUsedAt?: Date | null | undefined
}

/** What the account page shows. */
export interface AccountPageProps extends PageProps {
  /** Where its forms are sent. */
  readonly action: string
  readonly csrfToken: string
  readonly user: { readonly name: string | null; readonly email: string | null }
  /** How the last form ended, as the address says; anything unknown shows nothing. */
  readonly result?: string | undefined
  /** `undefined` where sessions are nowhere listed. */
  readonly sessions: readonly ShownSession[] | undefined
  readonly accounts: readonly (LinkedAccount & { readonly name: string })[]
  /** Providers of which the user has no account. */
  readonly connectable: readonly { readonly name: string; readonly action: string }[]
  /** `undefined` where there are no passkeys. */
  readonly passkeys: readonly Passkey[] | undefined
  /** Where a passkey is added, which needs a script. */
  readonly signInUrl: string
  readonly homeUrl: string
}

/** The results that the page explains. */
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

/** The page with the sessions, accounts and passkeys of the signed-in user. It works without a script. */
export function renderAccountPage(props: AccountPageProps): string {
  const words = wordsOf(props.language)
  const { texts } = words
  const { user, homeUrl, sessions, passkeys } = props
  return renderDocument({
    ...props,
    title: texts['account.title'],
    lead: user.email ?? user.name ?? undefined,
    styles: [accountStyles],
    content: html`${renderResult(props.result, words)}${renderSessions(props, words)}
<section aria-labelledby="accounts"><h2 id="accounts">${texts['account.accounts']}</h2>
${renderAccounts(props, words)}</section>
${passkeys && renderPasskeys(passkeys, props, words)}
${!sessions && renderEverywhere(props, words)}
<a class="button" href="${linkUrl(homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>`,
  })
}

function renderResult(result: string | undefined, { texts }: Words): Html | undefined {
  const known = results.find((each) => each === result)
  if (!known) return undefined
  const isFailure = failures.includes(known)
  return html`<div class="banner ${isFailure ? 'alert' : 'notice'}" role="${isFailure ? 'alert' : 'status'}">
<p>${texts[`account.result.${known}`]}</p></div>
`
}

function renderSessions(props: AccountPageProps, words: Words): Html | undefined {
  const { texts, tag } = words
  const { sessions } = props
  if (!sessions) return undefined
  const items = sessions.map(({ id, isCurrent, userAgent, networkAddress, lastUsedAt }, index) => {
    const device = deviceName(userAgent) ?? texts['account.unknownDevice']
    const time = lastUsedAt ? renderTime(new Date(lastUsedAt), tag) : undefined
    const used = isCurrent ? texts['account.thisDevice'] : time && filled(texts['account.lastUsed'], { time })
    return html`<li><div><strong id="session-${index}">${device}</strong>${(used || networkAddress) && html`<div class="detail">${used}${used && networkAddress && ' · '}${networkAddress}</div>`}</div>${
      !isCurrent && renderForm(props, 'end-session', { id }, texts['signOut.button'], `session-${index}`)
    }</li>
`
  })
  const others = sessions.some(({ isCurrent }) => !isCurrent)
  return html`<section aria-labelledby="sessions"><h2 id="sessions">${texts['account.sessions']}</h2>
<ul>${items}</ul>${others && renderForm(props, 'end-other-sessions', {}, texts['account.signOutElsewhere'])}</section>`
}

function renderEverywhere(props: AccountPageProps, { texts }: Words): Html {
  return html`<section>${renderForm(props, 'end-other-sessions', {}, texts['account.signOutEverywhere'])}</section>`
}

function renderAccounts(props: AccountPageProps, { texts }: Words): Html {
  const { accounts, connectable, csrfToken, action: callbackUrl } = props
  const items = accounts.map(({ provider, providerAccountId, name, removable }, index) => {
    const isOneOfSeveral = accounts.filter((each) => each.provider === provider).length > 1
    return html`<li><div><strong id="account-${index}">${name}</strong>${
      isOneOfSeveral && html`<div class="detail">${providerAccountId}</div>`
    }${!removable && html`<div class="detail">${texts['account.onlyMethod']}</div>`}</div>${
      removable &&
      renderForm(
        props,
        'unlink',
        { provider, providerAccountId },
        texts['account.disconnect'],
        `account-${index}`,
      )
    }</li>
`
  })
  const connects = connectable.map(
    ({ name, action }) => html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields({
      csrfToken,
      callbackUrl,
    })}
<input type="hidden" name="link" value="report">
<button type="submit" class="button">${filled(texts['account.connect'], { provider: name })}</button></form>
`,
  )
  return html`${items.length > 0 ? html`<ul>${items}</ul>` : html`<p class="detail">${texts['account.none']}</p>`}${connects}`
}

function renderPasskeys(passkeys: readonly Passkey[], props: AccountPageProps, { texts }: Words): Html {
  const { action, csrfToken, signInUrl } = props
  const items = passkeys.map(
    (
      { id, name, removable },
      index,
    ) => html`<li><div><strong id="passkey-${index}">${name ?? texts['account.passkey']}</strong>${
      !removable && html`<div class="detail">${texts['account.onlyMethod']}</div>`
    }</div>${removable && renderForm(props, 'remove-passkey', { id }, texts['account.remove'], `passkey-${index}`)}
<form class="rename field" action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<input type="hidden" name="action" value="rename-passkey"><input type="hidden" name="id" value="${id}">
<input type="text" name="name" value="${name ?? ''}" maxlength="100" dir="auto" autocomplete="off" aria-label="${texts['account.passkeyName']}">
<button type="submit" class="button" aria-describedby="passkey-${index}">${texts['account.rename']}</button></form></li>
`,
  )
  return html`<section aria-labelledby="passkeys"><h2 id="passkeys">${texts['account.passkeys']}</h2>
${items.length > 0 ? html`<ul>${items}</ul>` : html`<p class="detail">${texts['account.none']}</p>`}
<a class="button" href="${linkUrl(signInUrl)}">${texts['account.addPasskey']}</a></section>`
}

/** A form with one button. */
function renderForm(
  { action, csrfToken }: Pick<AccountPageProps, 'action' | 'csrfToken'>,
  name: string,
  fields: Readonly<Record<string, string>>,
  label: string,
  describedBy?: string,
): Html {
  return html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<input type="hidden" name="action" value="${name}">${Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  )}
<button type="submit" class="button"${describedBy !== undefined && html` aria-describedby="${describedBy}"`}>${label}</button></form>`
}

/** The day of a time, in UTC: the page does not know where the user is. */
function renderTime(at: Date, language: string): Html | undefined {
  if (Number.isNaN(at.getTime())) return undefined
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
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
.detail { font-size: .9375rem; color: var(--muted) }
.rename { display: flex; flex: 1 1 100%; gap: .5rem }
.rename input { flex: 1; min-width: 0; min-height: 2.5rem }`

/** Browsers by what their `User-Agent` has, the more special ones first: most name those whose engine they share. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

/** Systems alike. */
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * What a user knows a device by, such as `Firefox, Windows`, read from a `User-Agent`; `undefined` for one that is not known. It is a hint:
 * any client can send any text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.1.5
 */
function deviceName(userAgent: string | null | undefined): string | undefined {
  const find = (known: typeof browsers): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

import type { User } from '../../../model/user.js'
import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { initial, type PageProps, renderDocument, renderHiddenFields } from './document.js'
import { siteName } from './page-site.js'
import { filled, wordsOf } from './words.js'

export type SignedInUser = Pick<User, 'name' | 'email'>

export interface SignOutPageProps extends PageProps {
  readonly action: string
  readonly csrfToken: string
  readonly callbackUrl: string
  readonly user?: SignedInUser | undefined
}

export function renderSignOutPage(props: SignOutPageProps): string {
  const { texts } = wordsOf(props.language)
  const { action, callbackUrl, user } = props
  return renderDocument({
    ...props,
    title: texts['signOut.title'],
    lead: filled(texts['signOut.lead'], { site: html`<strong>${siteName(props)}</strong>` }),
    content: html`${user && renderPerson(user)}<div class="actions">
<form action="${linkUrl(action)}" method="post">${renderHiddenFields(props)}
<button type="submit" class="button primary">${texts['signOut.button']}</button>
</form>
<a class="button" href="${linkUrl(callbackUrl)}">${texts['signOut.stay']}</a>
</div>`,
  })
}

function renderPerson({ name, email }: SignedInUser): Html | undefined {
  const shown = name || email
  if (!shown) return undefined
  return html`<div class="person"><span class="avatar" aria-hidden="true">${initial(shown)}</span>
<div><strong>${shown}</strong>${name && email && html`<div class="email">${email}</div>`}</div></div>
`
}

import { type Html, html } from '../http/html.js'
import { initial } from './initial.js'
import { imageUrl } from './page-url.js'
import type { OAuthSignInOption } from './sign-in-option.js'

const builtInMarks: ReadonlyMap<string, Html> = new Map([
  [
    'github',
    html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
<path fill="currentColor" fill-rule="evenodd" d="M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22zM9 22.6v-2.4c-2.6.5-3.6-.6-4.1-1.9\
-.3-.7-.7-1.2-1.2-1.5c1.3-.3 2 .4 2.5 1.2c.7 1 1.6 1.1 2.9.7c.1-.7.4-1.2.8-1.5c-2.9-.4-4.9-1.8-4.9-5.1\
c0-1.4.4-2.4 1.2-3.2c-.3-1-.2-2.2.2-3.2c1.2 0 2.3.6 3.2 1.3a10 10 0 0 1 4.8 0c.9-.7 2-1.3 3.2-1.3\
c.4 1 .5 2.2.2 3.2c.8.8 1.2 1.8 1.2 3.2c0 3.3-2 4.7-4.9 5.1c.6.5.9 1.3.9 2.4v3z"/></svg>`,
  ],
  [
    'microsoft-entra-id',
    html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path fill="#f25022" d="M2 2h9.5v9.5H2z"/>\
<path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z"/><path fill="#00a4ef" d="M2 12.5h9.5V22H2z"/>\
<path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z"/></svg>`,
  ],
  [
    'google',
    html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke-width="4">
<path stroke="#ea4335" d="M18.5 6.5A8.5 8.5 0 0 0 4.4 8.1"/>
<path stroke="#fbbc05" d="M4.4 8.1a8.5 8.5 0 0 0 0 7.8"/>
<path stroke="#34a853" d="M4.4 15.9a8.5 8.5 0 0 0 14.1 1.6"/>
<path stroke="#4285f4" d="M18.5 17.5A8.5 8.5 0 0 0 20.5 12H12"/></svg>`,
  ],
])

/** The picture on a provider's button: its own logo, a mark that is drawn here, or its first letter. */
export function renderProviderMark({ id, name, style }: OAuthSignInOption, host: string): Html {
  const logo = imageUrl(style?.logo, host)
  if (logo !== undefined) return html`<img class="mark" src="${logo}" alt="" width="20" height="20">`
  return builtInMarks.get(id) ?? html`<span class="mark monogram" aria-hidden="true">${initial(name)}</span>`
}

import { type PageProps, renderDocument } from './document.js'
import { html } from './html.js'
import { envelopeIcon } from './icons.js'
import { linkUrl } from './page-url.js'

/** What the page after asking for a sign-in link shows. */
export interface VerifyRequestPageProps extends PageProps {
  readonly homeUrl: string
}

/** The page that asks to look into the mailbox. It reads the same whether or not the address is known. */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): string {
  return renderDocument({
    ...props,
    title: 'Check your email',
    lead: 'A sign-in link is on its way to you. Open it on this device to finish signing in.',
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`<a class="button" href="${linkUrl(props.homeUrl)}">Back to ${props.host}</a>
<p class="footnote">Nothing there after a few minutes? Look in your spam folder.</p>`,
  })
}

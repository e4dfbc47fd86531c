import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { type RouteResult, redirect } from '../../core/http/route-result.js'
import type { CodeForm, SentMail } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import {
  envelopeIcon,
  type PageProps,
  printedMailNote,
  renderBanner,
  renderDocument,
  renderHiddenFields,
} from './document.js'
import { renderField } from './field.js'
import { targetOrigins } from './form-origins.js'
import { page } from './page-result.js'
import { pageSite, siteName } from './page-site.js'
import { filled, type Words, wordsOf } from './words.js'

export async function verifyRequestPage(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const { pages } = app.spec
  if (pages.verifyRequest) {
    const query = Object.fromEntries(exchange.url.searchParams)
    return redirect(withQuery(exchange.origin + pages.verifyRequest, query))
  }
  const provider = app.providers.get(textParam(exchange.query, 'provider') ?? '')
  const flow = provider && (await app.flowOf(provider))
  const props = {
    ...pageSite(app, exchange),
    homeUrl: exchange.origin + app.home,
    error: textParam(exchange.query, 'error') === 'InvalidCode' ? 'InvalidCode' : undefined,
    ...(provider && (await flow?.sentMail?.(provider, context))),
  }
  return page((nonce) => renderVerifyRequestPage({ ...props, nonce }), {
    status: 200,
    language: props.language,
    formOrigins: targetOrigins(props.codeForm?.callbackUrl, exchange.origin, app),
  })
}

export interface VerifyRequestPageProps extends PageProps, SentMail {
  readonly homeUrl: string
  /** The type of the error. */
  readonly error?: string | undefined
}

/**
 * Renders the page after a sign-in mail was requested. It does not reveal whether the e-mail address has an
 * account.
 */
export function renderVerifyRequestPage(props: VerifyRequestPageProps): string {
  const { address, codeForm, error, homeUrl, isPrinted } = props
  const words = wordsOf(props.language)
  const { texts } = words
  const sent =
    address === undefined
      ? texts['checkEmail.sent']
      : filled(texts['checkEmail.sentTo'], { address: html`<strong><bdi>${address}</bdi></strong>` })
  const back = html`<a class="button" href="${linkUrl(homeUrl)}">${filled(texts['page.back'], { site: siteName(props) })}</a>`
  return renderDocument({
    ...props,
    title: texts['checkEmail.title'],
    lead: html`${sent} ${texts[codeForm ? 'checkEmail.openOrCode' : 'checkEmail.open']}`,
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`${error !== undefined && renderBanner(error, words)}${isPrinted && printedMailNote}${codeForm ? renderCodeForm(codeForm, words, back) : back}
${!isPrinted && html`<p class="footnote">${texts['checkEmail.spam']}</p>`}`,
  })
}

function renderCodeForm({ providerId, action, csrfToken }: CodeForm, words: Words, back: Html): Html {
  const field = {
    label: words.texts['checkEmail.code'],
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 16,
    required: true,
  }
  return html`<form action="${linkUrl(action)}" method="post">${renderHiddenFields({ csrfToken })}
<div class="fields">
${renderField({ providerId, name: 'code', field, autofocus: true, words })}
<div class="actions">
<button type="submit" class="button primary">${words.texts['signIn.button']}</button>
${back}
</div>
</div>
</form>`
}

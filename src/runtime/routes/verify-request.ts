import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { type RouteResult, redirect } from '../http/result.js'
import { page } from '../pages/page-headers.js'
import { pageSite } from '../pages/page-site.js'
import { type CodeFormProps, renderVerifyRequestPage } from '../pages/verify-request-page.js'
import { csrfToken } from './csrf.js'
import type { RouteContext } from './route-context.js'

/** `GET /verify-request`: says that a mail was sent, and has a form for its code. */
export async function verifyRequestPage(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const { pages } = instance.spec
  if (pages.verifyRequest) {
    const query = Object.fromEntries(exchange.url.searchParams)
    return redirect(withQuery(exchange.origin + pages.verifyRequest, query))
  }
  const props = {
    ...pageSite(instance, exchange),
    homeUrl: exchange.origin + instance.home,
    error: textParam(exchange.query, 'error') === 'InvalidCode' ? 'InvalidCode' : undefined,
    ...(await askedFor(context)),
  }
  return page((nonce) => renderVerifyRequestPage({ ...props, nonce }), {
    status: 200,
    language: props.language,
  })
}

/** The pending mail in the browser that requested it, whether or not it was sent. */
async function askedFor({
  instance,
  exchange,
}: RouteContext): Promise<{ address?: string; codeForm?: CodeFormProps }> {
  const provider = instance.providers.get(textParam(exchange.query, 'provider') ?? '')
  if (provider?.type !== 'email') return {}
  const pending = await (await exchange.context.pendingMail()).find(provider.id, exchange)
  if (!pending) return {}
  const { address } = pending
  if (!provider.code) return { address }
  const action = `${exchange.origin}${instance.basePath}/callback/${provider.id}`
  return { address, codeForm: { providerId: provider.id, action, csrfToken: await csrfToken(exchange) } }
}

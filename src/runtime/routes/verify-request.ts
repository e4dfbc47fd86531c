import { renderVerifyRequestPage } from '../pages/verify-request-page.js'
import { page } from '../response/page-result.js'
import { type RouteResult, redirect } from '../response/result.js'
import type { RouteContext } from './route-context.js'

/** `GET /verify-request`: tells somebody to look for the mail that was sent. */
export async function verifyRequestPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { pages, options } = instance.spec
  if (pages.verifyRequest) return redirect(exchange.origin + pages.verifyRequest + exchange.url.search)
  return page((nonce) =>
    renderVerifyRequestPage({
      nonce,
      theme: options.theme ?? {},
      host: exchange.url.host,
      homeUrl: `${exchange.origin}/`,
    }),
  )
}

import { type Browser, locationOf } from '../browser.js'

/**
 * What a browser does with a page of the provider that posts a form to the application: it sends none
 * of its cookies with the form, because all are `SameSite=Lax`, and all of them when it is redirected.
 */
export async function postAnswer(browser: Browser, { pathname, searchParams }: URL): Promise<Response> {
  const posted = await browser.send(pathname, {
    method: 'POST',
    body: searchParams,
    headers: { cookie: '', origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
  })
  if (posted.status !== 302) return posted
  const next = locationOf(posted)
  return next.origin === browser.origin ? browser.send(next.pathname + next.search) : posted
}

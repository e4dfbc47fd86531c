import { type Browser, locationOf } from '../browser.js'

/**
 * Acts like a browser on a page of the provider that posts a form to the application. The browser sends no
 * cookies with the form, because all are `SameSite=Lax`. It sends them when it is redirected.
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

/** How a user returns to the application: a URL, or a form that is posted there. */
export interface Return {
  readonly url: URL
  readonly form: URLSearchParams | undefined
}

/** The choice of a user on the pages of a provider. */
export type Behaviour = 'agrees' | 'cancels'

const APP = 'https://app.test/'

/** The input of a user in the fields of a form, by field name. */
export type Typed = Readonly<Record<string, string>>

/**
 * Goes to a provider as a browser does, by redirects, cookies, links and forms, until it is sent back
 * to the application.
 *
 * @param typed - The input of the user. Other empty fields get the value `ada`.
 * @param cookies - The cookies of the provider in the browser, which this function updates. Default: none.
 */
export async function visit(
  start: URL,
  behaviour: Behaviour,
  typed: Typed = {},
  cookies: Map<string, string> = new Map(),
): Promise<Return> {
  let request: { url: URL; form?: URLSearchParams } = { url: start }
  for (let step = 0; step < 12; step++) {
    const { url, form } = request
    if (url.href.startsWith(APP)) return { url, form }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) request = answer(await response.text(), url, behaviour, typed)
    else request = { url: new URL(location, url) }
  }
  throw new Error('The provider does not send anybody back.')
}

/** The next request of a user who sees a page. */
function answer(
  html: string,
  base: URL,
  behaviour: Behaviour,
  typed: Typed,
): { url: URL; form?: URLSearchParams } {
  const abort = /href="([^"]+\/abort)"/.exec(html)?.[1]
  if (behaviour === 'cancels' && abort) return { url: new URL(abort, base) }
  const action = /<form[^>]*\saction="([^"]+)"/.exec(html)?.[1]
  if (!action) throw new Error(`A page without a form: ${textOf(html)}`)
  const form = new URLSearchParams()
  for (const [input] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = /\sname="([^"]*)"/.exec(input)?.[1]
    if (name) form.set(name, typed[name] ?? /\svalue="([^"]*)"/.exec(input)?.[1] ?? 'ada')
  }
  return { url: new URL(action, base), form }
}

function textOf(html: string): string {
  return html.replace(/<style.*?<\/style>|<[^>]*>|\s+/gs, ' ').slice(0, 500)
}

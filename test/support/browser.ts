import { CookieJar } from './cookie-jar.js'

type Handle = (request: Request) => Promise<Response>

/** A user's browser: stores cookies, sends forms with the page's CSRF token, follows no redirect by itself. */
export class Browser {
  readonly jar: CookieJar
  /** Headers of each request, unless the request sets its own. */
  headers: Readonly<Record<string, string>> = {}

  constructor(
    readonly handle: Handle,
    readonly origin = 'https://app.test',
    jar: CookieJar = new CookieJar(undefined, origin),
    readonly basePath = '/auth',
  ) {
    this.jar = jar
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (this.jar.header && !headers.has('cookie')) headers.set('cookie', this.jar.header)
    const response = await this.handle(new Request(new URL(path, this.origin), { ...init, headers }))
    this.jar.take(response, this.origin)
    return response
  }

  async csrfToken(): Promise<string> {
    const { csrfToken } = (await (await this.send(`${this.basePath}/csrf`)).json()) as { csrfToken: string }
    return csrfToken
  }

  /** Sends a form on a page of the site. */
  async post(path: string, fields: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams({ csrfToken: await this.csrfToken(), ...fields })
    return this.send(path, { method: 'POST', body, headers: { origin: this.origin } })
  }

  async session(): Promise<any> {
    return (await this.send(`${this.basePath}/session`)).json()
  }
}

/** The redirect target of a response. */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`The response ${response.status} leads nowhere.`)
  return new URL(location)
}

/** The cookies of the sign-ins that a browser has in progress. */
export function flowsOf({ jar }: Browser): string[] {
  return jar.names.filter((name) => name.includes('.flow.'))
}

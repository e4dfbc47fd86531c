import { provideRequestEvent } from 'solid-js/web/storage'
import { credentials } from '../../../src/providers/credentials.js'
import { createAuth } from '../../../src/solid-start.js'
import { SECRET } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'

export const ORIGIN = 'https://app.test'

/**
 * A configuration with a password and an editable nickname. `count` is the number of times that sessions were
 * shown.
 */
export function example() {
  let shown = 0
  const auth = createAuth()
    .provider(
      credentials({
        input: { username: {}, password: {} },
        authorize: ({ username, password }) =>
          password === 'right' ? { id: String(username), name: String(username) } : null,
      }),
    )
    .session({ updateAge: 0 })
    .callbacks({
      jwt: (params) =>
        params.trigger === 'update' ? { ...params.token, nickname: String(params.session) } : params.token,
      session: ({ session, token }) => {
        shown += 1
        return { ...session, nickname: (token as { nickname?: string }).nickname }
      },
    })
    .options({ secret: SECRET, logger: { error: () => {} } })
    .build()
  return { auth, shown: () => shown }
}

/** The request for which SolidStart runs code. */
interface RunOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the router is available. It is in rendered pages, but not for forms without JavaScript. */
  readonly rendering?: boolean
}

/** The result of code that ran for a request: its value, or the response that it threw. */
export interface Ran {
  readonly value: any
  readonly thrown: Response | undefined
}

/** A browser. SolidStart runs code for its requests, with access to the event. */
export class UserAgent {
  readonly jar: CookieJar = new CookieJar()

  /** Runs code as SolidStart runs a server function, a route or a page. */
  async run(
    code: (event: any) => unknown,
    { method = 'GET', path = '/', headers = {}, rendering = true }: RunOptions = {},
  ): Promise<Ran> {
    // The headers of a request that a page of the site sends.
    const all = new Headers({ accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers })
    if (this.jar.header) all.set('cookie', this.jar.header)
    const request = new Request(ORIGIN + path, { method, headers: all })
    const parts = { request, response: { headers: new Headers() }, locals: {}, nativeEvent: {} }
    const event = rendering ? { ...parts, router: {} } : parts
    const ran = await provideRequestEvent(event as never, async () => {
      try {
        return { value: await code(event), thrown: undefined }
      } catch (error) {
        if (!(error instanceof Response)) throw error
        return { value: undefined, thrown: error }
      }
    })
    this.jar.take(event.response, ORIGIN)
    return ran
  }
}

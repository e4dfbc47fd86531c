import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { CredentialsSignin } from 'authwright/errors'
import { toNodeHandler, toWebRequest } from 'authwright/node'
import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import { passkey } from 'authwright/providers/passkey'
import { type IdentityProvider, identityProvider } from 'authwright/testing'
import { build } from 'esbuild'
import { object, string } from 'valibot'

/** The props of a page, by its path. */
export interface ServedProps {
  readonly session?: unknown
  readonly members: boolean
  readonly refetchInterval: number
}

/** Renders the pages of an application. */
export interface Renderer {
  /** The path of the module that a page loads. */
  readonly script: string
  /** Whether the page uses the development build of the library. Default: the production build. */
  readonly isDevelopment?: boolean
  /** The HTML inside the root element of a page. */
  html(props: any): string
}

/** An application that renders pages on the server, with a real handler and an identity provider beside it. */
export interface Application {
  readonly url: string
  readonly idp: IdentityProvider
  /** The requested paths, in order. */
  readonly asked: string[]
  /** How the routes respond: normally, with 503, or not at all. */
  health: 'up' | '503' | 'gone'
  stop(): Promise<void>
}

class Locked extends CredentialsSignin {
  override code = 'locked'
}

export async function startApplication(renderer: Renderer): Promise<Application> {
  const server = await listen(createServer())
  const url = addressOf(server)
  const idp = await identityProvider({ port: 0, users: [{ sub: 'ada' }, { sub: 'grace' }] })

  const auth = createAuth()
    .provider(
      credentials({
        id: 'password',
        input: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
        authorize: ({ name, password }) => {
          if (name === 'Locked') throw new Locked()
          return password === 'right' ? { id: name, name } : null
        },
      }),
    )
    .provider(
      oidc({
        id: 'op',
        issuer: idp.issuer,
        clientId: idp.client.id,
        clientSecret: idp.client.secret,
        profile: ({ sub }) => ({ id: String(sub), name: String(sub) }),
      }),
    )
    .provider(passkey())
    .adapter(memory())
    // With `updateAge: 0`, each read extends the session and sets its cookie.
    .session({ strategy: 'jwt', updateAge: 0, update: object({ name: string() }) })
    .callbacks({
      jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
      session: ({ session, token }) => ({
        ...session,
        user: { ...session.user, name: token.name ?? token.sub },
      }),
    })
    .options({
      basePath: '/api/auth',
      secret: 'a secret that is long enough for this test',
      trustHost: true,
      limits: { account: { max: 8, window: 600 } },
      logger: { error: () => {}, warn: () => {} },
    })
    .build()
  const handler = toNodeHandler(auth.handler)
  const script = await bundle(renderer)

  const application: Application = {
    url,
    idp,
    asked: [],
    health: 'up',
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await idp.close()
    },
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', url)
    application.asked.push(`${request.method} ${pathname}`)
    if (pathname.startsWith('/api/auth/')) {
      if (application.health === 'gone') return void request.socket.destroy()
      if (application.health === '503') return void response.writeHead(503, { 'retry-after': '1' }).end()
      return handler(request, response)
    }
    const webRequest = toWebRequest(request)
    if (pathname === '/page.js') {
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    }
    if (pathname.startsWith('/actions/')) {
      const { headers } =
        pathname === '/actions/enter'
          ? await auth.signIn('password', { request: webRequest, name: 'Actor', password: 'right' })
          : await auth.signOut({ request: webRequest })
      const cookies = headers.getSetCookie()
      response.setHeader('set-cookie', cookies)
      const after = new Request(url, {
        headers: { cookie: cookies.map((each) => each.split(';', 1)[0]).join('; ') },
      })
      return void response.end(JSON.stringify(await auth.auth(after)))
    }
    const given = pathname === '/late' ? {} : { session: await auth.auth(webRequest) }
    const props: ServedProps = {
      ...given,
      members: pathname === '/members',
      refetchInterval: pathname === '/poll' ? 1 : 0,
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(documentOf(props, renderer))
  }
  server.on('request', (request, response) => void answer(request, response))
  return application
}

function documentOf(props: ServedProps, { html }: Renderer): string {
  return `<!doctype html><html lang="en"><title>Application</title>
<div id="root">${html(props)}</div>
<script type="application/json" id="props">${JSON.stringify(props)}</script><script type="module" src="/page.js"></script>`
}

async function bundle({ script, isDevelopment = false }: Renderer): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
    logLevel: 'error',
    // The settings of the repository resolve to the sources, but this tests the built package.
    tsconfigRaw: {},
    write: false,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function addressOf(server: Server): string {
  const address = server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
}

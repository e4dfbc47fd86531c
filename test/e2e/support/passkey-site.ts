import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createAuth } from '../../../src/index.js'
import { toNodeHandler } from '../../../src/node.js'
import { passkey } from '../../../src/providers/passkey.js'
import { postgresDatabase } from '../../support/stores/postgres.js'
import { root } from './demo.js'

export type Storage = 'memory' | 'sqlite' | 'pg'

/** An application with passkeys on a port of its own, and a page of its own that says who is signed in. */
export interface PasskeySite {
  /** Without a slash at the end. */
  readonly url: string
  /** What was written to the log. */
  readonly logged: readonly string[]
  stop(): Promise<void>
}

interface Database {
  readonly adapter: ReturnType<typeof memory>
  clear(): Promise<void>
}

const databases: Record<Storage, () => Promise<Database>> = {
  memory: async () => ({ adapter: memory(), clear: async () => {} }),
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authwright-passkeys-'))
    const adapter = sqlite(join(folder, 'auth.db'))
    const clear = async (): Promise<void> => {
      await adapter.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { adapter, clear }
  },
  pg: async () => {
    const database = await postgresDatabase()
    const adapter = pg(database.url)
    const clear = async (): Promise<void> => {
      await adapter.close()
      await database.drop()
    }
    return { adapter, clear }
  },
}

export async function startPasskeySite(storage: Storage, strategy: 'jwt' | 'database'): Promise<PasskeySite> {
  const { adapter, clear } = await databases[storage]()
  const logged: string[] = []
  const configured = createAuth()
    .provider(passkey())
    .adapter(adapter)
    .options({
      secret: 'a secret of more than thirty-two characters',
      experimental: { enableWebAuthn: true },
      logger: {
        error: (error) => void logged.push(`error ${error.message}`),
        warn: (code, message) => void logged.push(`warn ${code} ${message}`),
      },
    })
  const auth =
    strategy === 'jwt'
      ? configured.session({ strategy: 'jwt' }).build()
      : configured.session({ strategy: 'database' }).build()

  // A page of the application's own, with the package's functions for browsers.
  const script = await build({
    stdin: { contents: "export * from './src/webauthn.ts'", resolveDir: root },
    bundle: true,
    format: 'iife',
    globalName: 'passkeys',
    write: false,
  })
  const own = `<!doctype html><html lang="en"><title>Own</title><label>Name <input autocomplete="username webauthn"></label><script>${script.outputFiles[0]?.text}</script>`

  const home = async (request: Request): Promise<Response> => {
    const headers = { 'content-type': 'text/html', 'cache-control': 'no-store' }
    if (new URL(request.url).pathname === '/own') return new Response(own, { headers })
    const session = await auth.auth(request)
    const text = session ? `Signed in as ${session.user.email}` : 'Nobody is signed in'
    const link = session ? 'signout' : 'signin'
    const body = `<!doctype html><html lang="en"><title>Home</title><h1>${text}</h1><a href="/auth/${link}?callbackUrl=/">${link}</a>`
    return new Response(body, { headers })
  }
  const handler = toNodeHandler(auth.handler)
  const page = toNodeHandler(home)
  const server = await listen(
    createServer((request, response) => {
      void (request.url?.startsWith('/auth/') ? handler : page)(request, response)
    }),
  )
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    logged,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await clear()
    },
  }
}

/** A page of somebody else's, at the same host name: its origin is another. */
export async function startOtherSite(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await listen(
    createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Win a prize</title>')
    }),
  )
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

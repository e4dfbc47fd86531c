import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { object, string } from 'valibot'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { createAuth } from '../../../src/index.js'
import type { PagesOptions } from '../../../src/options/pages-options.js'
import type { WebAuthnProvider } from '../../../src/providers/kinds/webauthn.js'
import { passkey } from '../../../src/providers/passkey.js'
import { postgresDatabase } from '../../support/stores/postgres.js'
import { root } from './demo.js'
import { type Site, serve, serveSite } from './serve-site.js'

export type Storage = 'memory' | 'sqlite' | 'pg'

/** An application with passkeys. */
export interface PasskeySite extends Site {
  /** The log messages. */
  readonly logged: readonly string[]
  /** The parameters of `callbacks.signIn`: the intent, and the data of the flow. */
  readonly received: readonly { readonly intent: string; readonly state: unknown }[]
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

export async function startPasskeySite(
  storage: Storage,
  strategy: 'jwt' | 'database',
  provider: WebAuthnProvider<'passkey', true> = passkey(),
  { remember = false, pages = {} }: { readonly remember?: boolean; readonly pages?: PagesOptions } = {},
): Promise<PasskeySite> {
  const { adapter, clear } = await databases[storage]()
  const logged: string[] = []
  const received: PasskeySite['received'][number][] = []
  const receive = ({ intent, state }: { intent: string; state?: unknown }): boolean => {
    received.push({ intent, state })
    return true
  }
  const options = {
    secret: 'a secret of more than thirty-two characters',
    ...(provider.experimental && { experimental: { enableWebAuthn: true } }),
    logger: {
      error: (error: Error) => void logged.push(`error ${error.message}`),
      warn: (code: string, message: string) => void logged.push(`warn ${code} ${message}`),
    },
  }
  const configured = createAuth()
    .provider(provider)
    .adapter(adapter)
    .options(options)
    .pages(pages)
    .flow({ data: object({ invitation: string() }) })
  const auth =
    strategy === 'jwt'
      ? configured.session({ strategy: 'jwt', remember }).callbacks({ signIn: receive }).build()
      : configured.session({ strategy: 'database', remember }).callbacks({ signIn: receive }).build()

  // A page of the application that uses the package's functions for browsers.
  const script = await build({
    stdin: { contents: "export * from './src/webauthn.ts'", resolveDir: root },
    bundle: true,
    format: 'iife',
    globalName: 'passkeys',
    write: false,
  })
  const own = `<!doctype html><html lang="en"><title>Own</title><label>Name <input autocomplete="username webauthn"></label><script>${script.outputFiles[0]?.text}</script>`

  const site = await serveSite(auth, { '/own': own })
  return {
    url: site.url,
    logged,
    received,
    stop: async () => {
      await site.stop()
      await clear()
    },
  }
}

/** A page of an attacker at the same host name, with another origin. */
export function startOtherSite(): Promise<Site> {
  const headers = { 'content-type': 'text/html' }
  return serve(async () => new Response('<!doctype html><title>Win a prize</title>', { headers }))
}

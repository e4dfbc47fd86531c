import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { PgAdapter } from '../../../src/adapters/pg.js'
import type { SqliteAdapter } from '../../../src/adapters/sqlite.js'
import type { TokensResult } from '../../../src/model/provider-tokens.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { oidc } from '../../../src/providers/oidc.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { CLIENT_SECRET, type RealProvider } from '../../support/oidc/real-provider.js'
import { visit } from '../../support/oidc/user-agent.js'

/** An API whose access tokens the provider issues. */
export const CALENDAR = 'https://calendar.test/'

/** The storage of an account's tokens, and the store that processes share. */
export interface TokenPlace {
  readonly real: RealProvider
  readonly adapter: PgAdapter | SqliteAdapter
  /** The URL or path of the database. */
  readonly address: string
  /** The URL of the shared Redis store, if there is one. */
  readonly redis: string | undefined
}

/** The output of a process. */
export interface Printed {
  /** The number of requests with a refresh token. */
  readonly sent: number
  readonly results: readonly TokensResult[]
  /** The log of the process. */
  readonly said: string
}

export interface WorkerOptions {
  readonly calls?: number
  /** The point at which the process kills itself. */
  readonly kill?: string
  /** The URL that receives its requests with refresh tokens instead of the provider. */
  readonly door?: string
  /** The API for which it requests access tokens. */
  readonly resource?: string
}

/** A process that reads tokens. */
export interface Worker {
  /** `undefined` if the process was killed, or stopped before its calls returned. */
  readonly printed: Promise<Printed | undefined>
  /** Resolves once the process has reached this point. */
  reaches(point: string): Promise<void>
  kill(): void
  /** Sends SIGTERM. The process then calls `auth.close()` and ends. */
  stop(): void
}

/** The account of a user who has signed in, with processes that read its tokens. */
export class TokenAccount {
  private constructor(
    readonly name: string,
    private readonly userId: string,
    private readonly place: TokenPlace,
  ) {}

  /** Signs in, and lets the access token expire. */
  static async signIn(place: TokenPlace, name: string): Promise<TokenAccount> {
    const { adapter } = place
    await signInAt(place, name)
    const user = await adapter.getUserByAccount({ provider: 'basic', providerAccountId: name })
    const account = new TokenAccount(name, user?.id ?? '', place)
    await account.expire()
    return account
  }

  async signInAgain(): Promise<void> {
    await signInAt(this.place, this.name)
  }

  /** Lets the access token expire in this number of seconds. */
  async expire(seconds = 0): Promise<void> {
    const { adapter } = this.place
    const { type, provider, providerAccountId } = (await adapter.getAccount(this.name, 'basic')) ?? {}
    if (!type || !provider || !providerAccountId) throw new Error('There is no account.')
    const expires_at = seconds === 0 ? 1 : Math.floor(Date.now() / 1000) + seconds
    await adapter.updateAccount({ type, provider, providerAccountId, userId: this.userId, expires_at })
  }

  start({ calls = 1, ...options }: WorkerOptions = {}): Worker {
    const { real, address, redis } = this.place
    const { userId } = this
    const given = {
      issuer: real.issuer,
      clientSecret: CLIENT_SECRET,
      secret: SECRET,
      database: address,
      userId,
    }
    const all = JSON.stringify({ ...given, ...options, calls, redis })
    const child = spawn(process.execPath, ['test/chaos/support/token-worker.mjs', all])
    return {
      ...observe(child),
      kill: () => void child.kill('SIGKILL'),
      stop: () => void child.kill('SIGTERM'),
    }
  }

  read(options: WorkerOptions = {}): Promise<Printed | undefined> {
    return this.start(options).printed
  }

  /** The result of another process once no lease blocks it, and the seconds until then. */
  async next(options: WorkerOptions = {}): Promise<{ result: TokensResult; seconds: number }> {
    const start = performance.now()
    for (;;) {
      const [result] = (await this.read(options))?.results ?? []
      const seconds = (performance.now() - start) / 1000
      if (result && (result.ok || result.reason !== 'unavailable')) return { result, seconds }
      if (seconds > 45) throw new Error('There are no tokens long after the lease ended.')
    }
  }
}

async function signInAt({ real, adapter }: TokenPlace, name: string): Promise<void> {
  const provider: OIDCProvider = oidc({
    id: 'basic',
    issuer: real.issuer,
    clientId: 'basic',
    clientSecret: CLIENT_SECRET,
    client: { id_token_signed_response_alg: 'ES256' },
    authorization: { params: { scope: 'openid email profile offline_access events', prompt: 'consent' } },
  })
  const site = app({ providers: [provider], adapter })
  const browser = new Browser(site.handle)
  const request = new Request('https://app.test/')
  const started = await site.signIn('basic', { request, resources: [CALENDAR] })
  browser.jar.take(new Response(null, { headers: started.headers }), 'https://app.test')
  const { url } = await visit(new URL(started.url), 'agrees', { login: name })
  await browser.send(url.pathname + url.search)
  if (site.logged.length > 0) throw new Error(String(site.logged[0]))
}

/** Points are lines that begin with `@`. The last line is the result of the calls. */
function observe(child: ChildProcess): Omit<Worker, 'kill' | 'stop'> {
  const reached = new Set<string>()
  const waiting: (() => void)[] = []
  let last = ''
  let said = ''
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The process has no output.')
  createInterface(stdout).on('line', (line) => {
    if (line.startsWith('@')) reached.add(line.slice(1))
    else last = line
    for (const look of waiting) look()
  })
  stderr.on('data', (text) => (said += text))
  const printed = new Promise<Printed | undefined>((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(undefined)
      else if (code !== 0) reject(new Error(said))
      else if (last === '') resolve(undefined)
      else resolve({ ...(JSON.parse(last) as Omit<Printed, 'said'>), said })
    })
  })
  return {
    printed,
    reaches: (point) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (reached.has(point)) resolve()
        }
        waiting.push(look)
        look()
        child.on('close', () => reject(new Error(`The process ended before it was ${point}. ${said}`)))
      }),
  }
}

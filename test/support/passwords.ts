import type { Adapter, AdapterUser } from '../../src/adapters/contract.js'
import { type MemoryAdapter, memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import type { EmailProvider } from '../../src/providers/kinds/email.js'
import type { OwnHash } from '../../src/providers/kinds/password-options.js'
import { type PasswordOptions, password } from '../../src/providers/password.js'
import type { ApiCall, Feature } from '../../src/runtime/core/feature.js'
import { resetToken } from '../../src/runtime/features/passwords/password-reset.js'
import { storedPassword } from '../../src/runtime/features/passwords/password-rows.js'
import type { Store } from '../../src/stores/contract.js'
import { memoryStore } from '../../src/stores/memory.js'
import { Browser } from './browser.js'
import { type Mailbox, mailbox } from './mailbox.js'

const ORIGIN = 'https://app.test'
export const ADA = 'ada@example.com'
export const RIGHT = 'a heron eats nine frogs'
export const OTHER = 'twelve owls in the attic'

/** A hash function that takes no time and counts its calls. `meanwhile` runs while a password is checked. */
export interface CountedHash extends OwnHash {
  readonly checked: string[]
  meanwhile: (() => Promise<unknown>) | undefined
}

export function countedHash(): CountedHash {
  const counted: CountedHash = {
    checked: [],
    meanwhile: undefined,
    hash: (password) => `plain:${password}`,
    async verify(password, stored) {
      counted.checked.push(stored)
      const run = counted.meanwhile
      counted.meanwhile = undefined
      await run?.()
      return stored === `plain:${password}`
    },
  }
  return counted
}

export interface PasswordAppOptions {
  readonly adapter?: Adapter
  readonly strategy?: 'jwt' | 'database'
  readonly tenant?: string
  readonly signUp?:
    | 'open'
    | 'closed'
    | ((params: { readonly verifiedEmail: string | null }) => boolean | Promise<boolean>)
  readonly provider?: Omit<PasswordOptions, 'id'>
  readonly limits?: object
  readonly lastUsed?: boolean
  /** Whether users can choose to stay signed in. */
  readonly remember?: boolean
  readonly features?: readonly Feature[]
  readonly callbacks?: { signIn(): boolean | string }
  /** Default: a separate store, like that of a process without a shared store. */
  readonly store?: Store
  readonly secret?: string
  /** Whether users can sign in by mail, too. Default: `true`. */
  readonly withMail?: boolean
  /** Whether users can sign in with GitHub, too. Default: `false`. */
  readonly withGitHub?: boolean
  /** The path of the account page. */
  readonly account?: `/${string}`
  /** The path of the sign-up page. */
  readonly signUpPage?: `/${string}`
}

/** An application with passwords and sign-in by mail. */
export interface PasswordApp {
  readonly adapter: Adapter
  readonly logged: Error[]
  readonly box: Mailbox
  handle(request: Request): Promise<Response>
  browser(): Browser
  /** Ends all sessions of a user, as the application does. */
  revokeAll(userId: string): Promise<void>
  /** Returns the token of a link to choose a new password, like the token in a mail. */
  link(userId: string, origin?: string): Promise<string>
}

export function passwordApp(options: PasswordAppOptions = {}): PasswordApp {
  const { adapter = memory(), strategy = 'database', tenant, provider, limits, features = [] } = options
  const logged: Error[] = []
  const box = mailbox()
  const links = {
    name: 'links',
    version: 1,
    api: {
      async passwordLink(call: ApiCall, userId: string, origin: string): Promise<string> {
        const { app, exchange } = await call.open(new Request(`${origin}/auth/password`))
        const user = (await app.adapter?.getUser(userId)) as AdapterUser
        const stored = await storedPassword(user, app)
        if (!stored) throw new Error('The user has no password.')
        return resetToken(user, stored, app, exchange)
      },
    },
  } satisfies Feature
  const withPassword = createAuth()
    .pages({
      ...(options.account !== undefined && { account: options.account }),
      ...(options.signUpPage !== undefined && { signUp: options.signUpPage }),
    })
    .provider(password({ ...provider, send: provider?.send as () => void }))
  const withMail = options.withMail ?? true
  const ownKey = { clientId: 'id', clientSecret: 'secret' }
  const withOAuth = options.withGitHub ? withPassword.provider(github(ownKey)) : withPassword
  const open = (withMail ? withOAuth.provider(box.provider as EmailProvider<'mail'>) : withOAuth)
    .adapter(adapter as MemoryAdapter)
    .session({ strategy: strategy as 'database', ...(options.remember && { remember: true }) })
    .options({
      secret: options.secret ?? 'a secret of more than thirty-two characters',
      trustHost: true,
      store: options.store ?? memoryStore(),
      logger: { error: (error: Error) => void logged.push(error), warn: () => undefined },
      ...(limits && { limits }),
      ...(options.lastUsed && { lastUsed: true }),
    } as never)
  const called = options.callbacks ? open.callbacks(options.callbacks as { signIn(): boolean }) : open
  const base = options.signUp ? called.signUp(options.signUp as 'closed') : called
  const placed = tenant === undefined ? base : base.tenant(() => tenant)
  const built = features.reduce((builder, feature) => builder.use(feature), placed.use(links)).build() as {
    handler(request: Request): Promise<Response>
    passwordLink(userId: string, origin: string): Promise<string>
    readonly sessions: { revokeAll(userId: string): Promise<void> }
  }
  return {
    adapter,
    logged,
    box,
    handle: (request) => built.handler(request),
    browser: () => new Browser(built.handler, ORIGIN),
    revokeAll: (userId) => built.sessions.revokeAll(userId),
    link: (userId, origin = ORIGIN) => built.passwordLink(userId, origin),
  }
}

/** Stores a user with a password. */
export async function storeUser(
  adapter: Adapter,
  hash: string,
  fields: Partial<AdapterUser> & { tenant?: string } = {},
): Promise<AdapterUser> {
  const { tenant = '', ...user } = fields
  const stored = await adapter.createUser?.({
    name: 'Ada',
    email: ADA,
    emailVerified: new Date('2026-01-01'),
    ...user,
  })
  if (!stored) throw new Error('No user was stored.')
  const password = { userId: stored.id, tenant, hash, epoch: crypto.randomUUID(), changedAt: new Date() }
  await adapter.setPasswordIf?.(password, null)
  return stored
}

export function signIn(browser: Browser, password = RIGHT, email = ADA): Promise<Response> {
  return browser.post('/auth/callback/password', { email, password, callbackUrl: '/inside' })
}

/** Sends a form of `/auth/password`, and returns its result. */
export async function change(browser: Browser, fields: Record<string, string>): Promise<string> {
  const response = await browser.post('/auth/password', { callbackUrl: '/account', ...fields })
  const location = response.headers.get('location')
  if (location === null) return String(response.status)
  const url = new URL(location)
  return url.searchParams.get('passwordResult') ?? url.searchParams.get('error') ?? url.pathname
}

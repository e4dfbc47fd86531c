import { type AuthConfig, customFetch as theirFetch } from '@auth/core'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { oauth } from '../../../src/providers/oauth.js'
import { oidc } from '../../../src/providers/oidc.js'
import { resend } from '../../../src/providers/resend.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { authjs } from '../support/authjs.js'

/** A site that uses Auth.js or Authwright, with a separate browser, identity provider and database. */
export interface World {
  readonly library: 'Auth.js' | 'Authwright'
  readonly browser: Browser
  readonly idp: IdentityProvider
  readonly adapter: Adapter | undefined
  /** The callbacks and events since the last request began. */
  told: string[]
  /** The links that were sent by mail. */
  readonly links: string[]
  /** The results of the callbacks, which a scenario may change between requests. */
  readonly conduct: Conduct
}

/** The results of the application's callbacks. */
export interface Conduct {
  signIn: () => boolean | string | Promise<never>
  jwt: (token: Record<string, unknown>) => Record<string, unknown> | null
  session: <Session>(session: Session) => Session
}

export interface SiteOptions {
  strategy?: 'jwt' | 'database'
  adapter?: boolean
  pages?: AuthSpec['pages']
  redirect?: (context: { url: string; baseUrl: string }) => string
  session?: { maxAge?: number; updateAge?: number }
  /** Further options of the OIDC provider that both libraries support. */
  acme?: object
  /** Options of the OIDC provider that our builder refuses. */
  refused?: object
  onlyCredentials?: boolean
  /** Whether users can sign in by mail. */
  mail?: boolean
  theme?: { brandColor: string }
  /** The recorded text for a callback, an event or a write. Default: its name, and nothing for a write. */
  tell?: (what: string, parameters: object) => string
}

const client = { clientId: 'client', clientSecret: 's-e_c.r*et' }

/** Checks the passwords of the users. */
async function authorize(
  input: Record<string, unknown>,
): Promise<{ id: string; name: string; email: string } | null> {
  if (input['password'] === 'throws') throw new Error('The directory is closed.')
  return input['password'] === 'right' ? { id: 'u1', name: 'Ada', email: 'ada@example.com' } : null
}

const fields = { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } }

/** The options of the OpenID Connect provider. */
const acmeOf = ({ acme }: SiteOptions) => ({
  id: 'acme',
  name: 'Acme',
  issuer: 'https://idp.test',
  ...client,
  ...acme,
})

/** The options of the OAuth 2 provider. */
const hub = {
  id: 'hub',
  name: 'Hub',
  authorization: 'https://idp.test/authorize?scope=read',
  token: 'https://idp.test/token',
  userinfo: 'https://idp.test/userinfo',
  ...client,
  profile: (raw: Record<string, string>) => ({
    id: `${raw['sub']}`,
    name: raw['name'] ?? null,
    email: raw['email'] ?? null,
  }),
}

/** The options of the e-mail provider. */
const mailOf = ({ links }: Parts) => ({
  id: 'mail',
  name: 'Mail',
  from: 'site@app.test',
  maxAge: 3600,
  sendVerificationRequest: async ({ url }: { url: string }): Promise<void> => void links.push(url),
})

export async function worlds(options: SiteOptions): Promise<readonly [World, World]> {
  return [await theirs(options), await ours(options)]
}

interface Parts {
  readonly links: string[]
  readonly told: (what: string, parameters: object) => void
  readonly conduct: Conduct
}

async function makeWorld(
  library: World['library'],
  options: SiteOptions,
  make: (
    idp: IdentityProvider,
    adapter: Adapter | undefined,
    parts: Parts,
  ) => (request: Request) => Promise<Response>,
): Promise<World> {
  const idp = await IdentityProvider.start()
  const { tell } = options
  const told: Parts['told'] = (what, parameters) => void world.told.push(tell ? tell(what, parameters) : what)
  const stored = options.adapter ? memory() : undefined
  const adapter = tell && stored ? watched(stored, told) : stored
  const conduct: Conduct = { signIn: () => true, jwt: (token) => token, session: (session) => session }
  const links: string[] = []
  const parts: Parts = { conduct, told, links }
  const world: World = {
    library,
    idp,
    adapter,
    conduct,
    links,
    told: [],
    browser: new Browser(make(idp, adapter, parts)),
  }
  return world
}

const writing: readonly string[] = [
  'createUser',
  'updateUser',
  'linkAccount',
  'updateAccount',
  'createSession',
  'deleteSession',
]

/** A database that records every write. */
function watched(adapter: Adapter, told: Parts['told']): Adapter {
  const entries = Object.entries(adapter as Record<string, (...args: never[]) => unknown>).map(
    ([name, method]) => [
      name,
      (...args: never[]) => {
        if (writing.includes(name)) told(`adapter.${name}`, Object(args[0]))
        return method.apply(adapter, args)
      },
    ],
  )
  return Object.fromEntries(entries)
}

/** The session that both libraries return, for all parameters of their callbacks. */
function shown({ session }: any): object {
  const { name, email, image } = session.user
  return { user: { name, email, image }, expires: new Date(session.expires).toISOString() }
}

function callbacksOf(
  { told, conduct }: Parts,
  { redirect, adapter, strategy = adapter ? 'database' : 'jwt' }: SiteOptions,
): Record<string, (context: any) => any> {
  return {
    signIn: (context) => {
      told('callbacks.signIn', context)
      return conduct.signIn()
    },
    // Sessions in a database have no token.
    ...(strategy === 'jwt' && {
      jwt: (context) => {
        told(`callbacks.jwt ${context.trigger ?? 'read'}`, context)
        return conduct.jwt(context.token)
      },
    }),
    session: (context) => {
      told('callbacks.session', context)
      return conduct.session(shown(context))
    },
    ...(redirect && {
      redirect: (context) => {
        told('callbacks.redirect', context)
        return redirect(context)
      },
    }),
  }
}

const eventNames = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const

function eventsOf({ told }: Parts): Record<(typeof eventNames)[number], (message: object) => void> {
  const listeners = eventNames.map((name) => [name, (message: object) => told(`events.${name}`, message)])
  return Object.fromEntries(listeners)
}

function theirs(options: SiteOptions): Promise<World> {
  return makeWorld('Auth.js', options, (idp, adapter, parts) => {
    const { strategy, session, pages, theme } = options
    const config = {
      providers: [
        ...(options.onlyCredentials
          ? []
          : [
              { ...acmeOf(options), ...options.refused, type: 'oidc', [theirFetch]: idp.fetch },
              { ...hub, type: 'oauth', [theirFetch]: idp.fetch },
            ]),
        { id: 'credentials', name: 'Password', type: 'credentials', credentials: fields, authorize },
        ...(options.mail ? [{ ...mailOf(parts), type: 'email' }] : []),
      ],
      callbacks: callbacksOf(parts, options),
      events: eventsOf(parts),
      session: { ...session, ...(strategy && { strategy }) },
      ...(adapter && { adapter }),
      ...(pages && { pages }),
      ...(theme && { theme }),
    }
    // `authjs()` accepts only the general type `AuthConfig`.
    return authjs(config as unknown as AuthConfig)
  })
}

function ours(options: SiteOptions): Promise<World> {
  return makeWorld('Authwright', options, (idp, adapter, parts) => {
    const { strategy, session, pages, theme, refused } = options
    const providersWith = (members: object = {}): Provider[] => [
      ...(options.onlyCredentials ? [] : [oidc({ ...acmeOf(options), ...members }), oauth(hub)]),
      credentials({ name: 'Password', input: fields, authorize }),
      ...(options.mail ? [resend(mailOf(parts))] : []),
    ]
    return app({
      providers: providersWith(),
      ...(refused && { refused: { providers: providersWith(refused) } }),
      fetch: idp.fetch,
      session: { ...session, ...(strategy && { strategy }) },
      callbacks: callbacksOf(parts, options),
      events: eventsOf(parts),
      ...(adapter && { adapter }),
      ...(pages && { pages }),
      options: { compat: 'authjs', trustHost: true, ...(theme && { theme }) },
    }).handle
  })
}

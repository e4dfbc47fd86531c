// Code of an application of Auth.js 5, with its import paths replaced.

import PublishedDiscord from '@auth/core/providers/discord'
import PublishedEntra from '@auth/core/providers/microsoft-entra-id'
import type { Account as CoreAccount, Profile } from '@auth/core/types'
import {
  type Account,
  type Adapter,
  type AdapterAccountType,
  type AdapterUser,
  type AppProviders,
  Auth,
  type AuthConfig,
  type BuiltInProviderType,
  type CredentialsConfig,
  createActionURL,
  type DefaultSession,
  type DefaultUser,
  type EmailConfig,
  isAuthAction,
  type JWTOptions,
  type OAuth2Config,
  type OAuthConfig,
  type OAuthUserConfig,
  type OIDCConfig,
  type OIDCUserConfig,
  type Provider,
  raw,
  type SessionStrategy,
  setEnvDefaults,
  type WebAuthnConfig,
} from 'authwright/compat'
import { getToken, type JWT } from 'authwright/compat/jwt'
import NextAuth, {
  CredentialsSignin,
  type NextAuthConfig,
  type NextAuthRequest,
  type NextAuthResult,
  NextAuth as named,
  type Session,
  type User,
} from 'authwright/compat/next'
import FortyTwo from 'authwright/compat/providers/42-school'
import Auth0 from 'authwright/compat/providers/auth0'
import Credentials from 'authwright/compat/providers/credentials'
import Discord, { type DiscordProfile } from 'authwright/compat/providers/discord'
import GitHub, { type GitHubProfile } from 'authwright/compat/providers/github'
import Google from 'authwright/compat/providers/google'
import Keycloak from 'authwright/compat/providers/keycloak'
import MicrosoftEntraID from 'authwright/compat/providers/microsoft-entra-id'
import Nodemailer from 'authwright/compat/providers/nodemailer'
import Passkey from 'authwright/compat/providers/passkey'
import Resend from 'authwright/compat/providers/resend'
import {
  type ClientSafeProvider,
  getProviders,
  getSession,
  type LiteralUnion,
  SessionContext,
  SessionProvider,
  signIn as signInHere,
  signOut as signOutHere,
  useSession,
} from 'authwright/compat/react'
import { getSession as getSolidSession, SolidAuth, type SolidAuthConfig } from 'authwright/compat/solid-start'
import { SvelteKitAuth, type SvelteKitAuthConfig } from 'authwright/compat/sveltekit'
import { expectTypeOf } from 'expect-type'
import type { NextRequest } from 'next/server.js'
import { createTransport } from 'nodemailer'

declare const environment: Record<string, string | undefined>
declare const adapter: import('@auth/core/adapters').Adapter
declare const published: Profile

// auth.config.ts
const config = {
  providers: [
    GitHub,
    Auth0,
    FortyTwo,
    Resend,
    Passkey,
    Google({
      clientId: environment['GOOGLE_ID'],
      clientSecret: environment['GOOGLE_SECRET'],
      authorization: { params: { prompt: 'consent', access_type: 'offline', response_type: 'code' } },
      allowDangerousEmailAccountLinking: true,
    }),
    GitHub({
      profile(profile) {
        expectTypeOf(profile.login).toEqualTypeOf<string>()
        return { id: profile.id.toString(), name: profile.name, role: 'member' }
      },
    }),
    Discord({ authorization: 'https://discord.com/api/oauth2/authorize?scope=identify' }),
    Keycloak({ issuer: environment['KEYCLOAK_ISSUER'] }),
    MicrosoftEntraID({ clientId: 'id', clientSecret: 'secret', issuer: environment['ISSUER'] }),
    Nodemailer({ server: environment['EMAIL_SERVER'], from: environment['EMAIL_FROM'] }),
    Nodemailer({
      server: environment['EMAIL_SERVER'],
      from: environment['EMAIL_FROM'],
      async sendVerificationRequest({ identifier, url, provider: { server, from } }) {
        await createTransport(server).sendMail({ to: identifier, from, text: url })
      },
    }),
    PublishedDiscord,
    PublishedEntra({}),
    Credentials({
      name: 'Password',
      credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
      async authorize(credentials, request) {
        expectTypeOf(credentials).toEqualTypeOf<Partial<Record<'email' | 'password', unknown>>>()
        expectTypeOf(request).toEqualTypeOf<Request>()
        if (credentials.password !== 'x') throw new CredentialsSignin('no')
        return { id: '1', name: 'Ada', role: 'admin' }
      },
    }),
    {
      id: 'own',
      name: 'Own',
      type: 'oidc',
      issuer: 'https://op.example',
      clientId: 'id',
      profile: (raw) => ({ id: raw.sub }),
    },
  ],
  adapter,
  secret: environment['AUTH_SECRET'],
  basePath: '/auth',
  trustHost: true,
  debug: environment['NODE_ENV'] !== 'production',
  session: { strategy: 'jwt', maxAge: 60 },
  pages: { signIn: '/login', newUser: undefined },
  theme: { logo: '' },
  cookies: {
    sessionToken: {
      name: 'session',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, maxAge: 900 },
    },
    pkceCodeVerifier: { options: { sameSite: 'none', secure: true } },
  },
  experimental: { enableWebAuthn: true },
  callbacks: {
    signIn: ({ user, account, profile, email, credentials }) =>
      Boolean(user && account && profile && email && credentials),
    redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
    async jwt({ token, user, account, trigger, session }) {
      if (trigger === 'update') token.name = session.user.name
      if (account) token['accessToken'] = account.access_token
      if (user) token['id'] = user.id
      expectTypeOf(user.id).toEqualTypeOf<string>()
      return token
    },
    session({ session, token, newSession, trigger }) {
      session.user.id = token.sub
      if (trigger === 'update') session.user.name = newSession.name
      return session
    },
    authorized({ auth, request }) {
      expectTypeOf(request).toEqualTypeOf<NextRequest>()
      return auth?.user !== undefined
    },
  },
  events: {
    async signIn({ user, account, isNewUser }) {
      expectTypeOf(user).toEqualTypeOf<User>()
      expectTypeOf(account?.provider).toEqualTypeOf<string | undefined>()
      expectTypeOf(isNewUser).toEqualTypeOf<boolean | undefined>()
    },
    signOut: (message) => ('token' in message ? message.token?.sub : message.session),
  },
} satisfies NextAuthConfig

const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(config)
expectTypeOf(handlers.GET).toBeFunction()
expectTypeOf(await auth()).toExtend<Session | null>()
expectTypeOf((await auth())?.user.name).toEqualTypeOf<string | null | undefined>()
expectTypeOf(named).toEqualTypeOf(NextAuth)

// signIn() accepts an id of type `string`, or a form. With `redirect: false`, it returns a string.
declare const id: string
declare const form: FormData
export const byId = () => signIn(id, { redirectTo: '/', code: 1 })
export const byForm = () => signIn('credentials', form)
expectTypeOf(await signIn('email', { redirect: false, email: 'a@example.com' })).toEqualTypeOf<string>()
expectTypeOf(await signOut({ redirect: false })).toEqualTypeOf<string>()
expectTypeOf(await unstable_update({ user: { name: 'Ada' } })).toExtend<Session | null>()

// A middleware, and a wrapped route.
export const proxy = auth((request) => {
  expectTypeOf(request.auth).toExtend<Session | null>()
  if (!request.auth) return Response.redirect(new URL('/login', request.nextUrl.origin))
})
export const withRequest = (request: NextAuthRequest): Session | null => request.auth

// The additions of a callback are inferred, with and without `satisfies`.
const inferred = NextAuth({
  providers: [GitHub],
  callbacks: { session: ({ session, token }) => ({ ...session, plan: 'pro' as const, id: token.sub }) },
})
expectTypeOf((await inferred.auth())?.plan).toEqualTypeOf<'pro' | undefined>()
expectTypeOf((await inferred.auth())?.id).toEqualTypeOf<string | undefined>()

// A configuration with a widened type has the session that `Session` declares.
const widened: NextAuthConfig = { providers: [] }
expectTypeOf(NextAuth(widened)).toEqualTypeOf<NextAuthResult<Session>>()
expectTypeOf(
  await NextAuth(async (request) => {
    expectTypeOf(request).toEqualTypeOf<NextRequest | undefined>()
    return { providers: [GitHub] }
  }).auth(),
).toEqualTypeOf<Session | null>()
expectTypeOf(
  await NextAuth({ providers: [GitHub], callbacks: { session: ({ session }) => session as any } }).auth(),
).toEqualTypeOf<Session | null>()

// Mistakes in a configuration do not compile.
// @ts-expect-error
NextAuth({ providers: [GitHub], callbacks: { signIn: () => 1 } })
// @ts-expect-error
NextAuth({ providers: [{ id: 'x' }] })
// @ts-expect-error
NextAuth({ providers: [GitHub], session: { strategy: 'cookie' } })

// Types under their names in Auth.js.
export function Own<Raw extends { sub: string }>(options: OAuthUserConfig<Raw>): OAuthConfig<Raw> {
  return {
    id: 'own',
    name: 'Own',
    type: 'oauth',
    authorization: { url: 'https://op.example/authorize', params: { scope: 'a' } },
    token: 'https://op.example/token',
    userinfo: 'https://op.example/me',
    profile: (profile) => ({ id: profile.sub }),
    style: { text: '#fff', bg: '#000' },
    checks: ['pkce', 'state'],
    options,
  }
}
export const providers: Provider[] = [Own, GitHub, Google({})]
expectTypeOf<OAuth2Config<DiscordProfile>['type']>().toEqualTypeOf<'oauth'>()
expectTypeOf<OIDCConfig<GitHubProfile>['type']>().toEqualTypeOf<'oidc'>()
expectTypeOf<OIDCUserConfig<GitHubProfile>['issuer']>().toEqualTypeOf<string | undefined>()
expectTypeOf<EmailConfig['type']>().toEqualTypeOf<'email'>()
expectTypeOf<CredentialsConfig['type']>().toEqualTypeOf<'credentials'>()
expectTypeOf<WebAuthnConfig['type']>().toEqualTypeOf<'webauthn'>()
expectTypeOf<DefaultUser['id']>().toEqualTypeOf<string | undefined>()
expectTypeOf<DefaultSession['expires']>().toEqualTypeOf<string>()
expectTypeOf<AdapterUser['emailVerified']>().toEqualTypeOf<Date | null>()
expectTypeOf<AdapterUser['email']>().toEqualTypeOf<string>()
expectTypeOf<Account['access_token']>().toEqualTypeOf<CoreAccount['access_token']>()
expectTypeOf<JWT['anything']>().toEqualTypeOf<unknown>()
expectTypeOf<JWTOptions['maxAge']>().toEqualTypeOf<number | undefined>()
expectTypeOf<Adapter['getUser']>().not.toBeAny()
expectTypeOf(published).not.toBeAny()
expectTypeOf<AdapterAccountType>().toEqualTypeOf<'oauth' | 'oidc' | 'email' | 'webauthn'>()
expectTypeOf<SessionStrategy>().toEqualTypeOf<'jwt' | 'database'>()
expectTypeOf<AppProviders[number]>().toEqualTypeOf<Provider>()
expectTypeOf<BuiltInProviderType>().toEqualTypeOf<string>()
expectTypeOf(await getProviders()).toEqualTypeOf<Record<string, ClientSafeProvider> | null>()

// The token fields of an account can only be read.
declare const account: Account
// @ts-expect-error
account.access_token = 'x'

// A web handler, and functions for authors of integrations.
declare const request: Request
const authConfig: AuthConfig = { providers: [GitHub] }
expectTypeOf(await Auth(request, authConfig)).toEqualTypeOf<Response>()
expectTypeOf((await Auth(request, { ...authConfig, raw })).cookies).not.toBeAny()
setEnvDefaults(environment, authConfig)
if (isAuthAction(id))
  expectTypeOf(createActionURL(id, 'https', new Headers(), environment, authConfig)).toEqualTypeOf<URL>()
expectTypeOf((await getToken({ req: request, secret: environment['AUTH_SECRET'] }))?.sub).toEqualTypeOf<
  string | undefined
>()
expectTypeOf(await getToken({ req: request, raw: true })).toEqualTypeOf<string | null>()

// SvelteKit and SolidStart.
const kit = { providers: [GitHub], trustHost: true } satisfies SvelteKitAuthConfig
export const { handle, signIn: signInAction, signOut: signOutAction } = SvelteKitAuth(kit)
export const lazily = SvelteKitAuth(async (event) => {
  expectTypeOf(event.locals.auth).returns.resolves.toEqualTypeOf<Session | null>()
  return kit
})
const solid: SolidAuthConfig = { providers: [GitHub], prefix: '/api/auth' }
export const { GET, POST } = SolidAuth(solid)
expectTypeOf(await getSolidSession(request, solid)).toEqualTypeOf<Session | null>()
expectTypeOf(await getSolidSession(request, SolidAuth(solid))).toEqualTypeOf<Session | null>()
const solidWithRole = {
  providers: [GitHub],
  callbacks: { session: ({ session }: { session: Session }) => ({ ...session, role: 'admin' }) },
}
expectTypeOf((await getSolidSession(request, solidWithRole))?.role).toEqualTypeOf<string | undefined>()
// @ts-expect-error `providers` is missing.
getSolidSession(request, {})

// The functions for the browser.
expectTypeOf(await getSession()).toEqualTypeOf<Session | null>()
const required = useSession({ required: true })
if (required.status === 'authenticated') expectTypeOf(required.data).toEqualTypeOf<Session>()
else expectTypeOf(required.status).toEqualTypeOf<'loading'>()
expectTypeOf(useSession().status).toEqualTypeOf<'authenticated' | 'loading' | 'unauthenticated'>()
const refused = await signInHere(id, { callbackUrl: '/', redirect: false, password: 'x' })
expectTypeOf(refused.error).toEqualTypeOf<string | undefined>()
const anyProvider: LiteralUnion<BuiltInProviderType> = id
const suggested: LiteralUnion<'github' | 'google'> = id
await signInHere(anyProvider)
await signInHere(suggested)
await signOutHere({ callbackUrl: '/' })
expectTypeOf(SessionContext).not.toBeAny()
expectTypeOf(SessionProvider).parameter(0).toHaveProperty('refetchInterval')

/** An error class of an application, which sets `name`. */
export class SecondFactorWanted extends CredentialsSignin {
  constructor() {
    super('A second factor is wanted.')
    this.name = 'SecondFactorWanted'
    this.code = 'second_factor'
  }
}

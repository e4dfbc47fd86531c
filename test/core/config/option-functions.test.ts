/**
 * Lists the functions and schemas in options. For a new one, this file does not compile until the list names
 * the test that searches the log for its errors.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type {
  AuthSpec,
  CallbackSpec,
  FlowSpec,
  LazySpec,
  SessionSpec,
} from '../../../src/builder/auth-spec.js'
import type { OwnUser, OwnUsers } from '../../../src/model/user.js'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import type { ClaimsRefresh, JwtOptions, SessionOptions } from '../../../src/options/session-options.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import type { EmailProvider } from '../../../src/providers/kinds/email.js'
import type {
  OAuthProvider,
  SignedClientSecret,
  TokenEndpoint,
  UserinfoEndpoint,
} from '../../../src/providers/kinds/oauth.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { PasswordProvider } from '../../../src/providers/kinds/password.js'
import type { OwnHash } from '../../../src/providers/kinds/password-options.js'
import type { WebAuthnProvider } from '../../../src/providers/kinds/webauthn.js'

/** Named members that exist at run time. */
type NamesOf<Options> = Exclude<keyof Options & string, `~${string}`>

/** The names of the members that can be functions. */
type FunctionsOf<Options> = {
  [Name in NamesOf<Options>]: [Extract<NonNullable<Options[Name]>, (...given: never[]) => unknown>] extends [
    never,
  ]
    ? never
    : Name
}[NamesOf<Options>]

/** The names of the members that can be schemas: the function `validate` of a schema belongs to the application, too. */
type SchemasOf<Options> = {
  [Name in NamesOf<Options>]: [
    Extract<NonNullable<Options[Name]>, { readonly '~standard': unknown }>,
  ] extends [never]
    ? never
    : Name
}[NamesOf<Options>]

/** For each function or schema: a string in the test that covers it, or the reason why no test is needed. */
type Listed<Options> = Readonly<Record<FunctionsOf<Options> | SchemasOf<Options>, string>>

const NO_SECRET = 'receives no secret'
const NOT_LOGGED = 'its error is not logged'

const credentials: Listed<CredentialsProvider> = {
  account: "'`account` of a credentials provider'",
  authorize: 'if authorize throws an error that contains it',
  hasCredentials: NO_SECRET,
  input: "'the schema `input` of a credentials provider'",
  removeCredentials: NO_SECRET,
}

const oauth: Listed<OAuthProvider & Omit<OIDCProvider, keyof OAuthProvider>> = {
  account: "'`account` of an OAuth provider'",
  profile: 'if profile throws an error that contains it',
  // These two functions receive only claims.
  tokenIssuer: NO_SECRET,
  verifiedEmail: NO_SECRET,
}

const token: Listed<TokenEndpoint> = {
  conform: "'`token.conform`'",
  request: 'if token.request throws an error that contains it',
  refresh: 'if `token.refresh` throws an error that contains it',
}

const userinfo: Listed<UserinfoEndpoint> = { request: 'if userinfo.request throws an error that contains it' }

const clientSecret: Listed<SignedClientSecret> = { sign: NOT_LOGGED }

const email: Listed<EmailProvider> = {
  generateVerificationToken: NO_SECRET,
  normalizeIdentifier: NO_SECRET,
  sendVerificationRequest: "test('the API key of a mail service is not logged if a response contains it'",
}

const password: Listed<PasswordProvider> = { send: "'needsRehash', 'send'] as const" }

const hash: Listed<OwnHash> = {
  hash: "test.each(['hash', 'verify'",
  verify: "test.each(['hash', 'verify'",
  needsRehash: "'needsRehash', 'send'] as const",
}

const webauthn: Listed<WebAuthnProvider> = {
  getRelayingParty: "test.each(['getRelayingParty', 'getUserInfo']",
  getUserInfo: "test.each(['getRelayingParty', 'getUserInfo']",
  simpleWebAuthn: NO_SECRET,
}

const jwt: Listed<JwtOptions> = {
  encode: "'`encode` of .jwt()'",
  decode: NOT_LOGGED,
  claims: "'the schema `claims` of .jwt()'",
}

const session: Listed<SessionOptions & SessionSpec> = {
  generateSessionToken: NO_SECRET,
  update: "'`.session({ update })`'",
}

const flow: Listed<FlowSpec> = { data: "'`.flow({ data })`'" }

const signUpFields: Listed<NonNullable<PasswordProvider['signUp']>> = {
  fields: "'an error of the sign-up schema logs no input of type",
}

const refresh: Listed<ClaimsRefresh> = { claims: "'`session.refresh.claims`'" }

const callbacks: Readonly<Record<keyof CallbackSpec, string>> = {
  // The framework handles its errors.
  authorized: NOT_LOGGED,
  jwt: 'if callbacks.jwt throws an error that contains it at sign-in',
  redirect: NO_SECRET,
  session: 'if callbacks.jwt or callbacks.session throws an error that contains it when a session is read',
  signIn: 'if callbacks.signIn throws an error that contains it',
}

// The same code calls all three functions.
const QUOTES_PROFILE = "test('an error that quotes a secret of the profile is logged without the secret'"
const users: Listed<OwnUsers<OwnUser>> = {
  find: NO_SECRET,
  create: QUOTES_PROFILE,
  update: QUOTES_PROFILE,
}

const options: Listed<AuthOptions> = {
  clientAddress: 'clientAddress: (browser) =>',
  language: 'language: (browser) =>',
}
// Steps that take a function. `.signUp()` takes a policy, which can be a function.
const steps: Listed<Omit<AuthSpec, keyof LazySpec>> = {
  signUp: 'if signUp throws an error that contains it',
  tenant: 'tenant: (browser) =>',
}

const lazy: Listed<LazySpec> = { resolve: "'the function': (browser) =>" }

const listed = [
  ...[credentials, oauth, token, userinfo, clientSecret, email, password, hash, webauthn],
  ...[jwt, session, flow, signUpFields, refresh, callbacks, users, options, steps, lazy],
]

const files = [
  './redacted-requests',
  './redaction',
  '../../features/own-users/own-users.node',
  '../../features/passkeys/webauthn.node',
  '../../features/passwords/redaction.node',
  '../../features/passwords/sign-up-fields.node',
  '../../providers/mail-services',
]

test('every option function that receives secrets has a test that its errors are redacted', async () => {
  const texts = await Promise.all(
    files.map((file) => readFile(new URL(`${file}.test.ts`, import.meta.url), 'utf8')),
  )
  const names = listed
    .flatMap((functions) => Object.values(functions))
    .filter((name) => name !== NO_SECRET && name !== NOT_LOGGED)
  expect(names.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([])
})

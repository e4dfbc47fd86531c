import type { TokenSet } from '../model/account.js'
import type { Profile } from '../model/user.js'
import type { CredentialsProvider, CredentialsTypes } from '../providers/kinds/credentials.js'
import type { OAuthTypes } from '../providers/kinds/oauth.js'
import type { ProviderType } from '../providers/kinds/provider-type.js'
import type { ProviderUser } from '../providers/kinds/provider-user.js'

/** What the builder remembers of any provider. */
export interface ProviderFacts {
  id: string
  type: ProviderType
  /** The parameters of its authorization endpoint that the compiler knows. */
  '~params'?: unknown
}

/** What the builder remembers of an OAuth or OpenID Connect provider. */
export interface OAuthFacts<out Id extends string, out User, out Raw> {
  id: Id
  type: 'oauth'
  user: User
  profile: Raw
}

/** What the builder remembers of an e-mail provider. */
export interface EmailFacts<out Id extends string> {
  id: Id
  type: 'email'
}

/** What the builder remembers of a credentials provider. */
export interface CredentialsFacts<out Id extends string, out User, out Fields, out Input> {
  id: Id
  type: 'credentials'
  user: User
  /** What `signIn` is given. */
  fields: Fields
  /** What `authorize` is given. */
  input: Input
}

/** What the builder remembers of a WebAuthn provider. */
export interface WebAuthnFacts<out Id extends string> {
  id: Id
  type: 'webauthn'
}

type Known<Type, Fallback> = unknown extends Type ? Fallback : Type

/**
 * The facts of a provider, or of each of several. A provider that a function made says them itself;
 * those of an object written in place are read off its functions, which costs a compiler more. Both are inferred by one
 * condition: members that are looked up by name cost twice as much.
 */
export type FactsOf<P extends ProviderFacts> = P extends {
  id: infer Id extends string
  '~types'?(): infer Types
}
  ? Types extends OAuthTypes<infer Raw, infer User>
    ? OAuthFacts<Id, User, Raw>
    : Types extends CredentialsTypes<infer Fields, infer Input, infer User>
      ? CredentialsFacts<Id, User, Fields, Input>
      : WrittenFacts<P>
  : never

type WrittenFacts<P extends ProviderFacts> = P extends { type: 'oauth' | 'oidc' }
  ? P extends { id: string; profile?: infer Method }
    ? NonNullable<Method> extends (raw: infer Raw, tokens: TokenSet) => infer User
      ? OAuthFacts<P['id'], Known<Awaited<User>, ProviderUser>, Known<Raw, Profile>>
      : OAuthFacts<P['id'], ProviderUser, Profile>
    : never
  : P extends { type: 'credentials' }
    ? // biome-ignore lint/suspicious/noExplicitAny: the condition infers the other parts; any type fits here.
      P extends CredentialsProvider<infer Input, any, infer User, infer Fields>
      ? CredentialsFacts<
          P['id'],
          User,
          Known<Fields, Record<string, string>>,
          Known<Input, Record<string, string>>
        >
      : never
    : P extends { type: 'webauthn' }
      ? WebAuthnFacts<P['id']>
      : EmailFacts<P['id']>

/** `true` where a provider is known to offer passkeys in form fields, which it does by default. */
export type ConditionalUi<P> = P extends { id: string; enableConditionalUI?: infer Enabled }
  ? unknown extends Enabled
    ? true
    : [NonNullable<Enabled>] extends [true]
      ? true
      : false
  : false

/** An account of a provider that a user signs in with, without its tokens. */
export interface LinkedAccount {
  /** The provider's id. It may be one that the configuration no longer has. */
  provider: string
  /** The provider's id of the person. */
  providerAccountId: string
  type: 'oauth' | 'oidc'
  /** The granted scopes, as the provider writes them. */
  scopes: readonly string[]
  /** Whether it can be unlinked: the last sign-in method of a user cannot. */
  removable: boolean
}

/** Names an account: a {@link LinkedAccount}, or as much of it. */
export interface AccountReference {
  provider: string
  providerAccountId: string
}

/** A passkey of a user, without its key. */
export interface Passkey {
  /** Its credential id in base64url, as browsers have it in `credential.id`. */
  id: string
  /** The id of the WebAuthn provider. */
  provider: string
  /** What the user calls it; `null` for no name. */
  name: string | null
  /** Whether it is kept on several devices, such as by an account of Apple or Google. */
  synced: boolean
  /** How browsers reach it, such as `'internal'` or `'usb'`. */
  transports: readonly string[]
  /** Whether it can be removed: the last sign-in method of a user cannot. */
  removable: boolean
}

/**
 * Why an account or a passkey is not removed: no user is signed in, the user signed in too long ago, the user has none such, or it is
 * the last sign-in method of the user.
 */
export type RemovalFailure = 'signedOut' | 'reauthenticate' | 'notFound' | 'lastSignInMethod'

/** What removing an account or a passkey resolves to. */
export type RemovalResult = { ok: true } | { ok: false; reason: RemovalFailure }

/** What renaming a passkey resolves to. */
export type RenameResult = { ok: true } | { ok: false; reason: 'signedOut' | 'notFound' }

/** What beginning to link an account resolves to: where to send the browser, or why not. */
export type LinkStart = { ok: true; url: string } | { ok: false; reason: 'signedOut' | 'reauthenticate' }

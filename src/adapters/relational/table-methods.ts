import type { CompleteAdapter } from '../complete-adapter.js'
import type { SessionManagement } from '../session-management.js'
import type { Transactional } from '../transactional.js'
import type { TableName } from './record-store.js'
import type { TokenStorage } from './session-token.js'

/** The adapter methods that need each table. */
export interface TableMethods {
  /** One row per user. Always required. */
  users:
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'updateUser'
    | 'listUsers'
    | 'deleteUser'
    | 'deleteLoginsByUserId'
  /** One row per linked account. */
  accounts:
    | 'getUserByAccount'
    | 'linkAccount'
    | 'unlinkAccount'
    | 'updateAccount'
    | 'updateAccountIf'
    | 'listAccountsByUserId'
    | 'getAccount'
  /** One row per session. Required for strategy `'database'`. */
  sessions:
    | 'createSession'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'cleanup'
    | keyof SessionManagement
  /** One row per verification token, such as that of an unused sign-in link. Required for e-mail providers. */
  verificationTokens: 'createVerificationToken' | 'useVerificationToken' | 'cleanup'
  /** One row per passkey. Required for WebAuthn providers. */
  authenticators:
    | 'createAuthenticator'
    | 'getAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticatorName'
    | 'deleteAuthenticator'
  /** One row per user and tenant. Required for `password()`. */
  passwords: 'getPassword' | 'setPasswordIf' | 'deletePasswordIf'
}

/**
 * An adapter for tables of the application. It has only the methods of the configured tables. `Own` is the row of a
 * user. With `sessionTokens: 'plain'`, the adapter lacks the methods of {@link SessionManagement}, because they use the
 * stored hash of a token as the id of the session.
 */
export type TablesAdapter<Own, Given extends TableName, Tokens extends TokenStorage = 'hashed'> = Pick<
  CompleteAdapter<Own>,
  Exclude<TableMethods[Given], 'plain' extends Tokens ? keyof SessionManagement : never>
>

/** An adapter for tables of the application in a database with transactions. */
export type TransactionalTablesAdapter<
  Own,
  Given extends TableName,
  Tokens extends TokenStorage = 'hashed',
> = TablesAdapter<Own, Given, Tokens> & Transactional<TablesAdapter<Own, Given, Tokens>>

import type { CompleteAdapter } from '../complete-adapter.js'
import type { SessionManagement } from '../session-management.js'
import type { Transactional } from '../transactional.js'
import type { TableName } from './record-store.js'
import type { TokenStorage } from './session-token.js'

/** The adapter methods that need each table. */
export interface TableMethods {
  users:
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'updateUser'
    | 'listUsers'
    | 'deleteUser'
    | 'deleteLoginsByUserId'
  accounts:
    | 'getUserByAccount'
    | 'linkAccount'
    | 'unlinkAccount'
    | 'updateAccount'
    | 'updateAccountIf'
    | 'listAccountsByUserId'
    | 'getAccount'
  sessions:
    | 'createSession'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'cleanup'
    | keyof SessionManagement
  verificationTokens: 'createVerificationToken' | 'useVerificationToken' | 'cleanup'
  authenticators:
    | 'createAuthenticator'
    | 'getAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticatorName'
    | 'deleteAuthenticator'
  passwords: 'getPassword' | 'setPasswordIf' | 'deletePasswordIf'
}

/**
 * An adapter on tables of the application. It has the methods of the tables that were given; what needs others is
 * refused where it is configured. `Own` is the row of a user. A session is listed and ended by the hash of its token, so tables
 * that hold the tokens as they are do without.
 */
export type TablesAdapter<Own, Given extends TableName, Tokens extends TokenStorage = 'hashed'> = Pick<
  CompleteAdapter<Own>,
  Exclude<TableMethods[Given], 'plain' extends Tokens ? keyof SessionManagement : never>
>

/** An adapter on tables of the application whose database has transactions. */
export type TransactionalTablesAdapter<
  Own,
  Given extends TableName,
  Tokens extends TokenStorage = 'hashed',
> = TablesAdapter<Own, Given, Tokens> & Transactional<TablesAdapter<Own, Given, Tokens>>

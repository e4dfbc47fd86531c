import type { CompleteAdapter } from '../complete-adapter.js'
import type { TableName } from './record-store.js'

/** The methods that a table is needed for. */
export interface TableMethods {
  users: 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'
  accounts: 'getUserByAccount' | 'linkAccount' | 'unlinkAccount' | 'updateAccount' | 'getAccount'
  sessions: 'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'cleanup'
  verificationTokens: 'createVerificationToken' | 'useVerificationToken' | 'cleanup'
  authenticators:
    | 'createAuthenticator'
    | 'getAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
}

/**
 * An adapter on tables of the application. It has the methods of the tables that were given; what needs others is
 * refused where it is configured. `Own` is the row of a user.
 */
export type TablesAdapter<Own, Given extends TableName> = Pick<CompleteAdapter<Own>, TableMethods[Given]>

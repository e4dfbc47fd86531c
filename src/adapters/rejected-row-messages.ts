/** Messages for rows that the database rejects. They contain no personal data, because they are logged. */
export const refusals = {
  idTaken: 'A user with this id is already stored. Leave out "id" to get a new one.',
  emailTaken: 'Another user has this e-mail address. Sign them in, or link the account to them.',
  valueTaken:
    'Another user has the same value in a unique column of the table of users. The cause of this error names the constraint.',
  accountTaken:
    'This account is already linked. Unlink it first, or call updateAccount() to store new tokens.',
  sessionTaken: 'A session with this token is already stored. Create a new token for every session.',
  tokenTaken: 'This verification token is already stored. Create a new token for every link.',
  authenticatorTaken: 'An authenticator with this credentialID is already registered.',
  passwordTaken: 'This user already has a password at this tenant. To replace it, pass its epoch.',
  noUser: 'There is no user with this id. Create the user first, or sign them in again.',
  stillReferenced:
    'Rows of other tables still refer to this user or to rows of this user. Delete them first, or declare their foreign keys with ON DELETE CASCADE.',
  noPasskeyName:
    'The table of authenticators has no column "name". Add one whose values are strings or null.',
  noAuthenticator: 'There is no authenticator with this credentialID. Register it first.',
} as const

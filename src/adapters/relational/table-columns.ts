/** What columns hold, and how sentences say it. */
export const columnKinds = {
  text: 'a string',
  textOrNull: 'a string or null',
  date: 'a Date',
  dateOrNull: 'a Date or null',
  number: 'a number',
  numberOrNull: 'a number or null',
  boolean: 'true or false',
  accountType: "the types of accounts: 'oauth', 'oidc', 'email' and 'webauthn'",
} as const

/** The columns that each table of an application must have, with what they hold. */
export const requiredColumns = {
  users: [
    ['id', 'text'],
    ['email', 'textOrNull'],
    ['emailVerified', 'dateOrNull'],
  ],
  accounts: [
    ['userId', 'text'],
    ['type', 'accountType'],
    ['provider', 'text'],
    ['providerAccountId', 'text'],
  ],
  sessions: [
    ['sessionToken', 'text'],
    ['userId', 'text'],
    ['expires', 'date'],
  ],
  verificationTokens: [
    ['identifier', 'text'],
    ['token', 'text'],
    ['expires', 'date'],
  ],
  authenticators: [
    ['credentialID', 'text'],
    ['userId', 'text'],
    ['providerAccountId', 'text'],
    ['credentialPublicKey', 'text'],
    ['counter', 'number'],
    ['credentialDeviceType', 'text'],
    ['credentialBackedUp', 'boolean'],
  ],
} as const

export type RequiredColumns = typeof requiredColumns

/** What is wrong with a table of an application; the types and the check at run time say it alike. */
export const tableReasons = {
  lacks: 'The table %s lacks columns that sign-in needs: %s.',
  holds: 'The column %s must hold %s.',
} as const

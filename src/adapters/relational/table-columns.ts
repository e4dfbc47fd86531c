export const columnKinds = {
  text: 'a string',
  textOrNull: 'a string or null',
  date: 'a Date',
  dateOrNull: 'a Date or null',
  number: 'a number',
  boolean: 'true or false',
  accountType: "the types of accounts: 'oauth', 'oidc', 'email' and 'webauthn'",
} as const

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
  passwords: [
    ['userId', 'text'],
    ['tenant', 'text'],
    ['hash', 'text'],
    ['epoch', 'text'],
    ['changedAt', 'date'],
  ],
} as const

export type RequiredColumns = typeof requiredColumns

export const tableReasons = {
  lacks: 'The table %s lacks columns that sign-in needs: %s.',
  holds: 'The column %s must hold %s.',
} as const

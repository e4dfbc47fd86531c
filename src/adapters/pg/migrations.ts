/**
 * Never change a released migration: add another one.
 *
 * The default collations of PostgreSQL are deterministic, so text is compared byte by byte.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE auth_users (
  "id" text PRIMARY KEY,
  "name" text,
  "email" text UNIQUE,
  "emailVerified" timestamptz(3),
  "image" text
)`,
    `CREATE TABLE auth_accounts (
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "provider" text NOT NULL,
  "providerAccountId" text NOT NULL,
  "type" text NOT NULL,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "token_type" text,
  "scope" text,
  "session_state" text,
  "expires_in" double precision,
  "expires_at" double precision,
  "authorization_details" jsonb,
  PRIMARY KEY ("provider", "providerAccountId")
)`,
    'CREATE INDEX auth_accounts_user ON auth_accounts ("userId")',
    `CREATE TABLE auth_sessions (
  "sessionToken" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "expires" timestamptz(3) NOT NULL
)`,
    'CREATE INDEX auth_sessions_user ON auth_sessions ("userId")',
    'CREATE INDEX auth_sessions_expires ON auth_sessions ("expires")',
    `CREATE TABLE auth_verification_tokens (
  "identifier" text NOT NULL,
  "token" text NOT NULL,
  "expires" timestamptz(3) NOT NULL,
  PRIMARY KEY ("identifier", "token")
)`,
    'CREATE INDEX auth_verification_tokens_expires ON auth_verification_tokens ("expires")',
    `CREATE TABLE auth_authenticators (
  "credentialID" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "providerAccountId" text NOT NULL,
  "credentialPublicKey" text NOT NULL,
  "counter" bigint NOT NULL,
  "credentialDeviceType" text NOT NULL,
  "credentialBackedUp" boolean NOT NULL,
  "transports" text
)`,
    'CREATE INDEX auth_authenticators_user ON auth_authenticators ("userId")',
  ],
  ['ALTER TABLE auth_authenticators ADD COLUMN "name" text'],
  [
    `ALTER TABLE auth_sessions
  ADD COLUMN "createdAt" timestamptz(3),
  ADD COLUMN "lastUsedAt" timestamptz(3),
  ADD COLUMN "userAgent" text,
  ADD COLUMN "networkAddress" text`,
  ],
  [
    `CREATE TABLE auth_passwords (
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "tenant" text NOT NULL,
  "hash" text NOT NULL,
  "epoch" text NOT NULL,
  "changedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("userId", "tenant")
)`,
  ],
]

export const versionTable = 'CREATE TABLE IF NOT EXISTS auth_schema ("version" integer PRIMARY KEY)'

/** Adds the column `least`: the earliest schema version that a process must support to use the current tables. */
export const leastColumn = 'ALTER TABLE auth_schema ADD COLUMN IF NOT EXISTS "least" integer'

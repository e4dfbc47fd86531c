/** The tables of the adapters that do not create tables, as their documentation defines them. */
export const tables = {
  pg: [
    `CREATE TABLE verification_token (
      identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token))`,
    `CREATE TABLE accounts (
      id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL, provider VARCHAR(255) NOT NULL,
      "providerAccountId" VARCHAR(255) NOT NULL, refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT,
      scope TEXT, session_state TEXT, token_type TEXT)`,
    `CREATE TABLE sessions (
      id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL, "sessionToken" VARCHAR(255) NOT NULL)`,
    `CREATE TABLE users (
      id SERIAL PRIMARY KEY, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT)`,
  ],
  kysely: [
    `CREATE TABLE "User" (
      id TEXT PRIMARY KEY DEFAULT gen_random_uuid(), name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMPTZ, image TEXT)`,
    `CREATE TABLE "Account" (
      id TEXT PRIMARY KEY DEFAULT gen_random_uuid(), "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
      type TEXT NOT NULL, provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT, access_token TEXT,
      expires_at BIGINT, expires_in BIGINT, token_type TEXT, scope TEXT, id_token TEXT, session_state TEXT,
      UNIQUE (provider, "providerAccountId"))`,
    `CREATE TABLE "Session" (
      id TEXT PRIMARY KEY DEFAULT gen_random_uuid(), "userId" TEXT NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
      "sessionToken" TEXT NOT NULL UNIQUE, expires TIMESTAMPTZ NOT NULL)`,
    'CREATE TABLE "VerificationToken" (identifier TEXT NOT NULL, token TEXT NOT NULL UNIQUE, expires TIMESTAMPTZ NOT NULL)',
  ],
  drizzle: [
    `CREATE TABLE "user" (
      id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMP, image TEXT)`,
    `CREATE TABLE account (
      "userId" TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE, type TEXT NOT NULL, provider TEXT NOT NULL,
      "providerAccountId" TEXT NOT NULL, refresh_token TEXT, access_token TEXT, expires_at INTEGER, token_type TEXT,
      scope TEXT, id_token TEXT, session_state TEXT, PRIMARY KEY (provider, "providerAccountId"))`,
    `CREATE TABLE session (
      "sessionToken" TEXT PRIMARY KEY, "userId" TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      expires TIMESTAMP NOT NULL)`,
    `CREATE TABLE "verificationToken" (
      identifier TEXT NOT NULL, token TEXT NOT NULL, expires TIMESTAMP NOT NULL, PRIMARY KEY (identifier, token))`,
  ],
} as const

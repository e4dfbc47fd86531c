-- Dates are milliseconds since 1970, and booleans are 1 and 0.
CREATE TABLE "users" (
  "id" text PRIMARY KEY NOT NULL,
  "name" text,
  "email" text UNIQUE,
  "emailVerified" integer,
  "image" text
);

CREATE TABLE "accounts" (
  "userId" text NOT NULL,
  "type" text NOT NULL,
  "provider" text NOT NULL,
  "providerAccountId" text NOT NULL,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "token_type" text,
  "scope" text,
  "session_state" text,
  "expires_in" real,
  "expires_at" real,
  "authorization_details" text,
  PRIMARY KEY ("provider", "providerAccountId"),
  FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "accounts_user" ON "accounts" ("userId");

CREATE TABLE "sessions" (
  "sessionToken" text PRIMARY KEY NOT NULL,
  "userId" text NOT NULL,
  "expires" integer NOT NULL,
  "createdAt" integer,
  "lastUsedAt" integer,
  "userAgent" text,
  "networkAddress" text,
  FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "sessions_user" ON "sessions" ("userId");
CREATE INDEX "sessions_expires" ON "sessions" ("expires");

CREATE TABLE "verification_tokens" (
  "identifier" text NOT NULL,
  "token" text NOT NULL,
  "expires" integer NOT NULL,
  PRIMARY KEY ("identifier", "token")
);
CREATE INDEX "verification_tokens_expires" ON "verification_tokens" ("expires");

CREATE TABLE "authenticators" (
  "credentialID" text PRIMARY KEY NOT NULL,
  "userId" text NOT NULL,
  "providerAccountId" text NOT NULL,
  "credentialPublicKey" text NOT NULL,
  "counter" integer NOT NULL,
  "credentialDeviceType" text NOT NULL,
  "credentialBackedUp" integer NOT NULL,
  "transports" text,
  "name" text,
  FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "authenticators_user" ON "authenticators" ("userId");

CREATE TABLE "passwords" (
  "userId" text NOT NULL,
  "tenant" text NOT NULL,
  "hash" text NOT NULL,
  "epoch" text NOT NULL,
  "changedAt" integer NOT NULL,
  PRIMARY KEY ("userId", "tenant"),
  FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE
);

-- Upgrades version 1, 2 or 3 of the schema of pg() to version 4.
ALTER TABLE auth_authenticators ADD COLUMN IF NOT EXISTS "name" text;
ALTER TABLE auth_sessions
  ADD COLUMN IF NOT EXISTS "createdAt" timestamptz(3),
  ADD COLUMN IF NOT EXISTS "lastUsedAt" timestamptz(3),
  ADD COLUMN IF NOT EXISTS "userAgent" text,
  ADD COLUMN IF NOT EXISTS "networkAddress" text;

CREATE TABLE IF NOT EXISTS auth_passwords (
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "tenant" text NOT NULL,
  "hash" text NOT NULL,
  "epoch" text NOT NULL,
  "changedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("userId", "tenant")
);

ALTER TABLE auth_schema ADD COLUMN IF NOT EXISTS "least" integer;
INSERT INTO auth_schema ("version", "least") VALUES (2, 1), (3, 1), (4, 1) ON CONFLICT DO NOTHING;

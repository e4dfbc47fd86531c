-- From version 1 or 2 of the schema of pg() to version 3.
ALTER TABLE auth_authenticators ADD COLUMN IF NOT EXISTS "name" text;
ALTER TABLE auth_sessions
  ADD COLUMN IF NOT EXISTS "createdAt" timestamptz(3),
  ADD COLUMN IF NOT EXISTS "lastUsedAt" timestamptz(3),
  ADD COLUMN IF NOT EXISTS "userAgent" text,
  ADD COLUMN IF NOT EXISTS "networkAddress" text;

INSERT INTO auth_schema ("version") VALUES (2), (3) ON CONFLICT DO NOTHING;

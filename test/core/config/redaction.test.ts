import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redacted } from '../../../src/runtime/core/config/redaction.js'
import { runs } from '../../support/fuzz.js'
import { inTime } from '../../support/in-time.js'

test('an error that holds a body of five megabytes holds nobody up', async () => {
  const response = { rawBody: new Uint8Array(5_000_000) }
  const error = Object.assign(new Error('hunter2 was refused'), { response })
  const told = (await inTime(async () => redacted(error, ['hunter2']), 1_000)) as typeof error
  expect(told.message).toBe('[redacted] was refused')
  expect(told.response === response).toBe(true)
})

/** What databases, stores and clients write. */
const LOG = [
  'The PostgreSQL server is not reachable. Start it, or check host and port in the URL.',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'duplicate key value violates unique constraint "auth_users_email_key"',
  "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
  'OOM command not allowed when used memory > maxmemory.',
  'The store did not respond to 3 calls within 1000 ms each.',
  'remaining connection slots are reserved for roles with the SUPERUSER attribute',
  'database or disk is full; the transaction was rolled back after another statement failed',
  'Something unexpected happened while the application was authenticating somebody.',
]

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

test('a password that is a part of ordinary words cuts none of them', () => {
  const inWords = fc
    .tuple(fc.constantFrom(...LOG), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 7 }))
    .map(([text, at, from, length]) => {
      const all = words(text)
      const word = all[at % all.length] ?? ''
      return { text, secret: word.slice(from % word.length, (from % word.length) + length) }
    })
  const property = fc.property(inWords, fc.boolean(), ({ text, secret }, isUpper) => {
    const known = new Set([...words(text), 'redacted'])
    const told = redacted(new Error(text), [isUpper ? secret.toUpperCase() : secret]).message
    expect(words(told).filter((word) => !known.has(word))).toEqual([])
  })
  fc.assert(property, runs)
})

test('a secret that stands in quotes, in a URL, in JSON or after a name is in no log', () => {
  const around: readonly ((secret: string) => string)[] = [
    (secret) => `password=${secret}`,
    (secret) => `password authentication failed for "${secret}"`,
    (secret) => `failed: ${JSON.stringify({ given: secret })}`,
    (secret) => JSON.stringify(`line\n${secret}\tend`),
    (secret) => `https://host/path?password%3D${secret}%26next`,
    (secret) => `Key (token)=(${secret}) already exists.`,
  ]
  // As quotes and backslashes are, it would be written in another way.
  const secrets = fc.stringMatching(/^[A-Za-z0-9äß!$%&+.*_-]{1,24}$/)
  const property = fc.property(secrets, fc.constantFrom(...around), (secret, place) => {
    const told = redacted(new Error(place(secret)), [secret]).message
    expect(told).toContain('[redacted]')
    if (secret.length > 10) expect(told).not.toContain(secret)
  })
  fc.assert(property, runs)
})

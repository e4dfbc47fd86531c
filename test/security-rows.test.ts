import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The ids of the security cases by section. The name of a test begins with the ids of the cases that it covers. */
const rows = {
  /** Redirects. */
  RD: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23],
  /** Forged requests. */
  CS: [1, 2, 4, 5, 7, 8, 10, 11],
  /** State, nonce, PKCE: one flow and its callback. */
  ST: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23],
  /** ID tokens. */
  ID: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19],
  /** The token endpoint. */
  TE: [1, 2, 4, 5, 7, 8, 10, 11],
  /** Userinfo. */
  UI: [1, 2, 4, 5],
  /** Discovery. */
  DI: [1, 2, 4, 5, 7, 8],
  /** Session tokens. */
  JW: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20],
  /** Sessions in the database. */
  DS: [1, 2, 4, 5, 7, 8, 10, 11],
  /** Cookies. */
  CK: [1, 2, 4, 5, 7, 8, 10, 11],
  /** E-mail. */
  EM: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26],
  /** Credentials. */
  CR: [1, 2, 4, 5, 7, 8, 10],
  /** WebAuthn. */
  WA: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14],
  /** Signing out. */
  SO: [1, 2, 4, 5, 7, 8, 10],
  /** The host and proxies. */
  HH: [1, 2, 4, 5, 7, 8],
  /** HTTP. */
  HP: [1, 2, 4, 5, 7, 8, 10, 11, 13],
  /** Built-in pages. */
  PG: [1, 2, 4, 5, 7, 8, 10, 11],
  /** Updates of a session. */
  SU: [1, 2, 4, 5],
  /** Tenants and lazy configurations. */
  MT: [1, 2, 4, 5, 7],
  /** Race conditions. */
  RC: [1, 2, 4, 5, 7, 8, 10],
  /** Database failures. */
  DB: [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17],
} as const satisfies Record<string, readonly number[]>

/**
 * The ids at the start of test names, with the tables that list them. A name can have several ids, separated by commas.
 */
function tested(): Set<string> {
  const ids = new Set<string>()
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    for (const [, names = ''] of source.matchAll(/['"`]((?:[A-Z]{2}-\d+(?:, )?)+)(?=[:,'"`])/g)) {
      for (const id of names.split(', ')) ids.add(id)
    }
  }
  return ids
}

const all = Object.entries(rows).flatMap(([section, numbers]) => numbers.map((row) => `${section}-${row}`))

test('every row of the table of security cases has a test', () => {
  const ids = tested()
  expect(all.filter((id) => !ids.has(id))).toEqual([])
})

test('every id of a security case in a test name is in the table', () => {
  const known = new Set(all)
  const named = [...tested()].filter((id) => Object.hasOwn(rows, id.slice(0, 2)))
  expect(named.filter((id) => !known.has(id))).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { drizzle } from '../../src/adapters/drizzle.js'
import { kysely } from '../../src/adapters/kysely.js'
import { memory } from '../../src/adapters/memory.js'
import { pg } from '../../src/adapters/pg.js'
import { prisma } from '../../src/adapters/prisma.js'
import { redisSessions } from '../../src/adapters/redis-sessions.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { unstorage } from '../../src/adapters/unstorage.js'
import { AdapterError } from '../../src/errors.js'

/** Calls a function without type checks, like plain JavaScript. */
const loose = (make: unknown) => make as (...given: unknown[]) => unknown
const dialect = { dialect: 'postgres', tables: { users: 'users', accounts: 'accounts' } }

describe('a misplaced or misspelt argument is refused', () => {
  test.each<[string, () => unknown, string]>([
    [
      'a default value of memory() that is a function',
      () => loose(memory)({ user: { role: () => 'member' } }),
      'The option user of memory() contains a value that cannot be stored, such as a function.',
    ],
    [
      'a default value of unstorage() that is a function',
      () => loose(unstorage)({}, { user: { role: () => 'member' } }),
      'The option user of unstorage() contains a value that cannot be stored, such as a function.',
    ],
    [
      'the options of kysely() in third place',
      () => loose(kysely)({}, dialect, { sessionTokens: 'plain' }),
      'Too many arguments: call kysely(db, options).',
    ],
    [
      'a database of kysely() that is undefined, such as one of a circular import',
      () => loose(kysely)(undefined, dialect),
      'The first argument of kysely() is missing: call kysely(db, options).',
    ],
    [
      'a database of drizzle() that is undefined',
      () => loose(drizzle)(undefined, {}),
      'The first argument of drizzle() is missing: call drizzle(db, tables, options).',
    ],
    [
      'a client of prisma() that is undefined',
      () => loose(prisma)(undefined),
      'The first argument of prisma() is missing: call prisma(client, options).',
    ],
    [
      'a storage of unstorage() that is null',
      () => loose(unstorage)(null),
      'The first argument of unstorage() is missing: call unstorage(storage, options).',
    ],
    [
      'an unknown option of kysely()',
      () => loose(kysely)({}, { ...dialect, sessionToken: 'plain' }),
      'kysely() has no option "sessionToken". Its options are dialect, tables, sessionTokens',
    ],
    [
      'an unknown option of drizzle()',
      () => loose(drizzle)({}, {}, { tokens: 'plain' }),
      'drizzle() has no option "tokens"',
    ],
    [
      'a fourth argument of drizzle()',
      () => loose(drizzle)({}, {}, {}, {}),
      'Too many arguments: call drizzle(db, tables, options).',
    ],
    [
      'an unknown table of drizzle()',
      () => loose(drizzle)({}, { session: {} }),
      'drizzle() has no table "session". Its tables are users, accounts, sessions, verificationTokens',
    ],
    [
      'users of drizzle() that are undefined',
      () => loose(drizzle)({}, { users: undefined }),
      'The table "users" of drizzle() is missing: pass the tables users and accounts.',
    ],
    [
      'an unknown option of prisma()',
      () => loose(prisma)({}, { tokens: 'plain' }),
      'prisma() has no option "tokens"',
    ],
    [
      'a client of prisma() without the model User',
      () => loose(prisma)({ account: {} }),
      'The client of prisma() has no model "User".',
    ],
    [
      'transactions of prisma() that are not a boolean',
      () => loose(prisma)({}, { transactions: 'no' }),
      'The option transactions of prisma() must be true or false.',
    ],
    [
      'transactions of kysely() that are not a boolean',
      () => loose(kysely)({}, { ...dialect, transactions: 'no' }),
      'The option transactions of kysely() must be true or false.',
    ],
    ['an unknown option of memory()', () => loose(memory)({ users: {} }), 'memory() has no option "users"'],
    [
      'an unknown option of unstorage()',
      () => loose(unstorage)({}, { prefix: 'a' }),
      'unstorage() has no option "prefix"',
    ],
    [
      'an unknown option of pg()',
      () => loose(pg)('postgres://127.0.0.1/x', { sessionTokens: 'plain' }),
      'pg() has no option "sessionTokens"',
    ],
    [
      'an unknown option of sqlite()',
      () => loose(sqlite)(':memory:', { sessionTokens: 'plain' }),
      'sqlite() has no option "sessionTokens"',
    ],
    [
      'an unknown option in the only argument of sqlite()',
      () => loose(sqlite)({ file: ':memory:', users: {} }),
      'sqlite() has no option "users". Its options are file, client, user.',
    ],
    [
      'a file and a client of sqlite()',
      () => loose(sqlite)({ file: ':memory:', client: { exec() {}, prepare() {} } }),
      'sqlite() received the options file and client. Pass one of them.',
    ],
    [
      'a URL and a client of redisSessions()',
      () => loose(redisSessions)(memory(), { url: 'redis://127.0.0.1', client: { eval() {} } }),
      'redisSessions() received the options url and client. Pass one of them.',
    ],
    [
      'options of sqlite() in second place, after those in first place',
      () => loose(sqlite)({ file: ':memory:' }, { user: {} }),
      'Too many arguments: call sqlite(options).',
    ],
    [
      'a second argument of memory()',
      () => loose(memory)({}, { sessionTokens: 'plain' }),
      'Too many arguments: call memory(options).',
    ],
    [
      'the options of unstorage() in third place',
      () => loose(unstorage)({}, {}, { base: 'a' }),
      'Too many arguments: call unstorage(storage, options).',
    ],
    [
      'the options of pg() in third place',
      () => loose(pg)('postgres://127.0.0.1/x', {}, { read: 'x' }),
      'Too many arguments: call pg(database, options).',
    ],
    [
      'the options of sqlite() in third place',
      () => loose(sqlite)(':memory:', {}, { user: {} }),
      'Too many arguments: call sqlite(database, options).',
    ],
    [
      'an unknown option of redisSessions() with an adapter',
      () => loose(redisSessions)(memory(), { url: 'redis://127.0.0.1', keyPrefix: 'a' }),
      'redisSessions() has no option "keyPrefix". Its options are client, url, prefix, allowEviction.',
    ],
    [
      'an unknown option of redisSessions() without an adapter',
      () => loose(redisSessions)({ url: 'redis://127.0.0.1', evict: true }),
      'redisSessions() has no option "evict"',
    ],
    [
      'a URL of redisSessions() that is not in an object',
      () => loose(redisSessions)(memory(), 'redis://127.0.0.1'),
      'The options of redisSessions() must be an object',
    ],
    [
      'users of redisSessions() that are undefined, such as those of a circular import',
      () => loose(redisSessions)(undefined, { url: 'redis://127.0.0.1' }),
      'The first argument of redisSessions() is missing',
    ],
    [
      'a third argument of redisSessions()',
      () => loose(redisSessions)(memory(), { url: 'redis://127.0.0.1' }, { prefix: 'a:' }),
      'Too many arguments: call redisSessions(users, options).',
    ],
    [
      'an unknown value of sessionTokens',
      () => loose(prisma)({}, { sessionTokens: 'hash' }),
      `sessionTokens of prisma() must be 'hashed' or 'plain'`,
    ],
    [
      'options of drizzle() that are not an object',
      () => loose(drizzle)({}, {}, 'plain'),
      'The options of drizzle() must be an object',
    ],
  ])('%s', (_, make, sentence) => {
    expect(make).toThrow(AdapterError)
    expect(make).toThrow(sentence)
  })
})

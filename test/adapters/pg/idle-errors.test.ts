import { drizzle as connect } from 'drizzle-orm/node-postgres'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { drizzle } from '../../../src/adapters/drizzle.js'
import { pg } from '../../../src/adapters/pg.js'

const makePool = (): Pool => new Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
const idleError = new Error('terminating connection due to administrator command')

describe('an idle connection that PostgreSQL ends', () => {
  it('an error of an idle connection does not end the process if its pool was passed to pg()', () => {
    const pool = makePool()
    pg(pool)
    expect(() => pool.emit('error', idleError)).not.toThrow()
  })

  it('an error of an idle connection does not end the process if its pool was passed to drizzle()', () => {
    const pool = makePool()
    const users = pgTable('users', {
      id: text().primaryKey(),
      name: text(),
      email: text(),
      emailVerified: timestamp({ withTimezone: true }),
      image: text(),
    })
    const [userId, type, provider, providerAccountId] = Array.from({ length: 4 }, () => text().notNull())
    const accounts = pgTable('accounts', { userId, type, provider, providerAccountId } as never)
    drizzle(connect(pool), { users, accounts } as never)
    expect(() => pool.emit('error', idleError)).not.toThrow()
  })

  it('a listener of the application still receives errors of idle connections', () => {
    const pool = makePool()
    const heard: Error[] = []
    pool.on('error', (error) => heard.push(error))
    pg(pool)
    pool.emit('error', idleError)
    expect(heard).toEqual([idleError])
    expect(pool.listenerCount('error')).toBe(1)
  })

  it('an idle connection gets only one listener, even if the pool is passed several times', () => {
    const pool = makePool()
    for (let index = 0; index < 20; index++) pg(pool)
    expect(pool.listenerCount('error')).toBe(1)
  })
})

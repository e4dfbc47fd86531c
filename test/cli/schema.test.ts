import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { schemas } from '../../cli/adapters.js'
import { pg } from '../../src/adapters/pg.js'
import { postgres, postgresDatabase, queryPostgres } from '../support/stores/postgres.js'
import { authwright } from './support/command.js'

describe('authwright schema', () => {
  it.each(Object.entries(schemas))('authwright schema prints the schema of %s', async (name, { file }) => {
    const text = await readFile(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')
    expect(await authwright(['schema', name])).toMatchObject({ code: 0, output: text, error: '' })
  })

  it.each([[['schema']], [['schema', 'oracle']], [['schema', 'toString']]])(
    'authwright schema lists the schemas for %j',
    async (args) => {
      const { code, output, error } = await authwright(args)
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(error).toContain('Name one adapter.')
      for (const name of Object.keys(schemas)) expect(error).toContain(`\n  ${name} `)
    },
  )

  it('authwright schema suggests the schema with the most similar name', async () => {
    expect((await authwright(['schema', 'drizle-postgres'])).error).toContain('Did you mean drizzle-postgres')
  })

  it('authwright schema rejects a second name', async () => {
    const { code, output, error } = await authwright(['schema', 'pg', 'drizzle'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(error).toContain('drizzle')
  })

  it.skipIf(!postgres.available)(
    `authwright schema pg prints the tables that pg() creates${postgres.note}`,
    async () => {
      const { output } = await authwright(['schema', 'pg'])
      const [printed, made] = [await postgresDatabase(output), await postgresDatabase()]
      onTestFinished(printed.drop)
      onTestFinished(made.drop)
      for (const { url } of [printed, made]) {
        const adapter = pg(url)
        await adapter.createUser({ email: null, emailVerified: null })
        await adapter.close()
      }
      const [a, b] = await Promise.all([printed, made].map(({ url }) => structureOf(url)))
      expect(a).toEqual(b)
    },
  )
})

/** Columns, constraints and indexes of a database. */
async function structureOf(url: string): Promise<unknown> {
  return [
    await queryPostgres(
      url,
      `SELECT table_name, column_name, data_type, is_nullable, datetime_precision FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
    await queryPostgres(url, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    await queryPostgres(
      url,
      `SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    await queryPostgres(url, 'SELECT * FROM auth_schema'),
  ]
}

import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pg } from '../../src/adapters/pg.js'
import { run } from '../../src/cli/run.js'
import { schemas } from '../../src/cli/schemas.js'
import { postgres, postgresDatabase, queryPostgres } from '../support/stores/postgres.js'

describe('authwright schema', () => {
  it.each(Object.entries(schemas))('prints the schema of %s', async (name, { file }) => {
    const text = await readFile(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')
    expect(await run(['schema', name])).toEqual({ output: text })
  })

  it('lists the schemas', async () => {
    const { output } = await run([])
    for (const name of Object.keys(schemas)) expect(output).toContain(`\n  ${name} `)
  })

  it.each([[['schema']], [['schema', 'oracle']], [['schema', 'toString']], [['schema', 'pg', 'drizzle']]])(
    'says what there is when it is asked for %j',
    async (args) => {
      const { output, error } = await run(args)
      expect(output).toBeUndefined()
      expect(error).toContain('Name one adapter.')
      expect(error).toContain('drizzle-postgres')
    },
  )

  it('says that there is no such command', async () => {
    expect((await run(['migrate'])).error).toContain('There is no command "migrate".')
  })

  it.skipIf(!postgres.available)(`prints for pg what pg() makes${postgres.note}`, async () => {
    const { output = '' } = await run(['schema', 'pg'])
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
  })
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

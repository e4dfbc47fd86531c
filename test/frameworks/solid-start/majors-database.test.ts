/** The example of SolidStart on both majors, built and served, with its sessions in PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, postgres, postgresDatabase, queryPostgres } from '../../support/stores/postgres.js'
import { signInAtProvider } from '../support/ada.js'
import type { Edit } from '../support/edit.js'
import { useSolidStart } from '../support/solid-start-suite.js'

const inDatabase: readonly (readonly [name: string, ...Edit])[] = [
  ['src/auth.ts', 'import * as v', "import { pg } from 'authwright/adapters/pg'\nimport * as v"],
  ['src/auth.ts', '.session({', ".adapter(pg(process.env['DATABASE_URL'] ?? ''))\n  .session({"],
  // With strategy 'database', the `jwt` callback is not used.
  [
    'src/auth.ts',
    `    jwt: (params) => {
      if (params.trigger === 'update') return { ...params.token, nickname: params.session.nickname }
      if (params.trigger === undefined) return params.token
      return { ...params.token, nickname: 'nobody yet' }
    },
    session: ({ session, token }) => ({ ...session, nickname: token.nickname }),`,
    "    session: ({ session }) => ({ ...session, nickname: 'nobody yet' }),",
  ],
  [
    'src/routes/api/me.ts',
    'export async function GET',
    `export async function POST({ request }: APIEvent) {
  const current = await auth.sessions.current(request)
  return Response.json(current ? await auth.sessions.list(current.userId) : [])
}

export async function GET`,
  ],
]

const suites = describe.skipIf(!postgres.available).each([1, 2] as const)

suites(`an application of SolidStart %i with its sessions in PostgreSQL${postgres.note}`, (major) => {
  let database: Database

  beforeAll(async () => {
    database = await postgresDatabase()
  })
  // Vitest runs `afterAll` hooks in reverse order: the database is removed after all servers have stopped.
  afterAll(() => database?.drop())

  const suite = useSolidStart(major, { edits: inDatabase }, () => ({ DATABASE_URL: database.url }))

  const rows = (): Promise<unknown[]> => queryPostgres(database.url, 'SELECT * FROM auth_sessions')

  test('a database session in SolidStart survives a restart, and ends with the sign-out', async () => {
    const { site, provider, visit, open, restart } = suite
    const page = await visit()
    const listed = async (): Promise<unknown> => (await page.request.post(`${site}/api/me`)).json()
    await open(page, site)
    expect(await listed()).toEqual([])
    await page.getByRole('button', { name: 'Sign in with Company' }).click()
    await signInAtProvider(page, provider.issuer)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(await rows()).toHaveLength(1)
    expect(await listed()).toMatchObject([{ id: expect.any(String), userId: expect.any(String) }])

    await restart()
    await open(page, `${site}/inside`)
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    expect(page.url()).toBe(`${site}/inside`)
    expect(await page.locator('main').textContent()).toContain('Ada Lovelace')
    expect(await rows()).toHaveLength(1)

    await open(page, site)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
    expect(await rows()).toEqual([])
    await open(page, `${site}/inside`)
    expect(page.url()).toBe(`${site}/`)
  })
})

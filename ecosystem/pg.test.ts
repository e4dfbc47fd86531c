/*
 * pg() over a function that sends statements by HTTP, in a worker of workerd: the adapter contract, and
 * sessions in simultaneous requests.
 */
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, postgres, postgresDatabase } from '../test/support/stores/postgres.js'
import { type PostgresOverHttp, plain, postgresOverHttp } from '../test/support/stores/postgres-over-http.js'

describe.skipIf(!postgres.available)(`pg() over HTTP in workerd${postgres.note}`, () => {
  let database: Database
  let endpoint: PostgresOverHttp
  let miniflare: Miniflare
  beforeAll(async () => {
    database = await postgresDatabase()
    endpoint = await postgresOverHttp(database.url, plain)
    miniflare = new Miniflare({
      modules: [{ type: 'ESModule', path: 'worker.mjs', contents: await worker() }],
      bindings: { SQL_URL: endpoint.url },
      compatibilityDate: '2026-04-01',
    })
  })
  afterAll(async () => {
    await miniflare.dispose()
    await endpoint.close()
    await database.drop()
  })

  const json = async (path: string): Promise<unknown> =>
    (await miniflare.dispatchFetch(`http://localhost${path}`)).json()

  it('pg() over HTTP creates the tables during simultaneous first requests', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => json('/user')))
    expect(users).toEqual(Array.from({ length: 6 }, () => ({ found: true })))
  })

  it('pg() over HTTP passes the adapter contract tests', async () => {
    const names = (await json('/cases')) as string[]
    expect(names.length).toBeGreaterThan(80)
    const failures: unknown[] = []
    for (const index of names.keys()) {
      const { failure } = (await json(`/cases/${index}`)) as { failure?: string }
      if (failure !== undefined) failures.push(`${names[index]}: ${failure}`)
    }
    expect(failures).toEqual([])
  })

  it('pg() over HTTP reads the sessions of simultaneous requests, each with a separate statement', async () => {
    const tokens = (await json('/sessions')) as string[]
    const before = endpoint.statements.length
    const read = await Promise.all(tokens.map((token) => json(`/session?token=${token}`)))
    expect(read).toEqual(tokens.map((token) => ({ token })))
    expect(endpoint.statements.length - before).toBe(tokens.length)
  })
})

/** A worker with one adapter for all its requests. */
async function worker(): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    write: false,
    platform: 'neutral',
    conditions: ['worker', 'import'],
    mainFields: ['module', 'main'],
    external: ['node:*', 'pg'],
    logLevel: 'error',
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import { adapterConformance } from '../dist/adapters/conformance.js'
        import { pg } from '../dist/adapters/pg.js'
        let adapter, cases
        const open = ({ SQL_URL }) => pg({
          async query(text, values) {
            const response = await fetch(SQL_URL, { method: 'POST', body: JSON.stringify({ text, values }) })
            const answer = await response.json()
            if (!response.ok) throw Object.assign(new Error(answer.message), answer)
            return answer
          },
        })
        export default {
          async fetch(request, env) {
            adapter ??= open(env)
            cases ??= adapterConformance({
              adapter: () => adapter,
              with: ['accountLeases', 'accountListing', 'loginRemoval', 'passkeyManagement', 'sessionFacts', 'sessionManagement'],
              many: 100,
            })
            const { pathname, searchParams } = new URL(request.url)
            const nobody = { email: null, emailVerified: null }
            if (pathname === '/user') {
              const { id } = await adapter.createUser(nobody)
              return Response.json({ found: (await adapter.getUser(id)) !== null })
            }
            if (pathname === '/cases') return Response.json(cases.map(({ name }) => name))
            if (pathname === '/sessions') {
              const { id: userId } = await adapter.createUser(nobody)
              const tokens = Array.from({ length: 6 }, () => crypto.randomUUID())
              const expires = new Date(Date.now() + 3600000)
              for (const sessionToken of tokens) await adapter.createSession({ sessionToken, userId, expires })
              return Response.json(tokens)
            }
            if (pathname === '/session') {
              const found = await adapter.getSessionAndUser(searchParams.get('token'))
              return Response.json({ token: found?.session.sessionToken })
            }
            try {
              await cases[Number(pathname.split('/')[2])].run()
              return Response.json({})
            } catch (error) {
              return Response.json({ failure: String(error) })
            }
          },
        }`,
    },
  })
  return outputFiles[0]?.text ?? ''
}

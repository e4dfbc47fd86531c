import type { Miniflare } from 'miniflare'

/** A statement and its values, as the worker receives them. */
interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

interface Result {
  readonly results: readonly Record<string, unknown>[]
}

/**
 * A worker that runs the statements of each request on its binding `DB`: one statement by itself, several in one transaction.
 * Requests carry JSON, so values are strings, numbers and `null`.
 */
export const d1Worker = `
  export default {
    async fetch(request, { DB }) {
      const input = await request.json()
      try {
        const statements = input.map(({ sql, values }) => DB.prepare(sql).bind(...values))
        const results = statements.length === 1 ? [await statements[0].all()] : await DB.batch(statements)
        return Response.json({ results })
      } catch (error) {
        return Response.json({ message: error.message })
      }
    },
  }`

/**
 * A D1 database in workerd, for use outside workers. Miniflare's own `getD1Database()` returns proxies, and frees their objects in workerd
 * after the garbage collector has collected the proxies. On a busy machine, calls then fail. With a request for each call, there is no object to free.
 *
 * @param miniflare - Runs {@link d1Worker} with a database bound to `DB`.
 */
export function d1Database(miniflare: Miniflare): never {
  const run = async (statements: readonly Statement[]): Promise<readonly Result[]> => {
    const response = await miniflare.dispatchFetch('http://localhost/', {
      method: 'POST',
      body: JSON.stringify(statements),
    })
    const { results, message } = (await response.json()) as { results?: Result[]; message?: string }
    if (results === undefined) throw new Error(message)
    return results
  }
  const prepare = (sql: string, values: readonly unknown[] = []) => {
    const all = async () => (await run([{ sql, values }]))[0]
    return {
      sql,
      values,
      bind: (...bound: unknown[]) => prepare(sql, bound),
      all,
      run: all,
      first: async () => (await all())?.results[0] ?? null,
    }
  }
  const database = {
    prepare,
    batch: (statements: readonly Statement[]) => run(statements.map(({ sql, values }) => ({ sql, values }))),
  }
  return database as never
}

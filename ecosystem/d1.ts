import type { Miniflare } from 'miniflare'

/** What {@link heldDatabase} uses of a database of D1 and of its statements. */
type Methods = Record<string, (...args: unknown[]) => unknown>

/**
 * The database of a Miniflare, for use outside its workers, where a statement stands for one in workerd. Miniflare frees that one a tenth of a
 * second after the garbage collector has found the statement unused, which it may be while a busy workerd has yet to read the call:
 * the call then fails with `false == true`. So every statement is kept for as long as the database.
 */
export async function heldDatabase(miniflare: Miniflare, name: string): Promise<never> {
  const database = (await miniflare.getD1Database(name)) as unknown as Methods
  const held = new Map<unknown, unknown>()
  const statementOf = (native: Methods): Methods => {
    const statement: Methods = {
      bind: (...values) => statementOf(native['bind']?.(...values) as Methods),
    }
    for (const method of ['all', 'first', 'raw', 'run']) {
      statement[method] = (...args) => native[method]?.(...args)
    }
    held.set(statement, native)
    return statement
  }
  const kept: Methods = {
    prepare: (sql) => statementOf(database['prepare']?.(sql) as Methods),
    batch: (statements) => database['batch']?.((statements as unknown[]).map((one) => held.get(one))),
    exec: (sql) => database['exec']?.(sql),
  }
  return kept as never
}

/** An adapter that can store several rows atomically. */
export interface Transactional<out InTransaction> {
  /**
   * Calls `work` in a transaction. If `work` throws, no write is stored, and the error is rethrown. If a statement of the adapter fails in
   * the database, no write is stored and `inTransaction` rejects with the error, even if `work` catches it.
   *
   * @example
   * ```ts
   * import { pg } from 'authwright/adapters/pg'
   *
   * const adapter = pg(process.env.DATABASE_URL)
   *
   * export async function moveAccount(provider: string, providerAccountId: string, userId: string): Promise<void> {
   *   await adapter.inTransaction(async (inside) => {
   *     const account = await inside.unlinkAccount({ provider, providerAccountId })
   *     if (account) await inside.linkAccount({ ...account, userId })
   *   })
   * }
   * ```
   */
  inTransaction<Result>(work: (adapter: InTransaction) => Promise<Result>): Promise<Result>
}

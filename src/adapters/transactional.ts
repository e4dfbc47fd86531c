/** An adapter that can store several rows atomically. */
export interface Transactional<out InTransaction> {
  /**
   * Runs work in a transaction. Everything that the work stores through its adapter is stored, or nothing if the work throws. The error is
   * rethrown.
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

/** An adapter that stores several things as a whole, or none of them. */
export interface Transactional<out InTransaction> {
  /**
   * Does work in one transaction. What the work stores through the adapter that it is given is stored as a whole, or, where
   * the work throws, not at all; what it throws is thrown.
   *
   * @example
   * ```ts
   * import { pg } from 'authwright/adapters/pg'
   *
   * const adapter = pg(process.env.DATABASE_URL ?? '')
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

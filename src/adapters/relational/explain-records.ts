import { AdapterError } from '../../errors.js'
import type { RecordStore, TableName } from './record-store.js'
import { refusalOf, violationOf } from './violation.js'

export type Explain = (error: Error) => string

/**
 * `failures` receives the errors of a transaction. After the first error, every statement rejects with this error.
 */
export function explainRecords(store: RecordStore, explain: Explain, failures?: AdapterError[]): RecordStore {
  const explained = async <Result>(
    table: TableName,
    work: () => Promise<Result>,
    isRemoval = false,
  ): Promise<Result> => {
    if (failures?.[0]) throw failures[0]
    try {
      return await work()
    } catch (error) {
      const failure = asAdapterError(error, table, explain, isRemoval)
      failures?.push(failure)
      throw failure
    }
  }

  return {
    ...store,
    insert: (table, fields) => explained(table, () => store.insert(table, fields)),
    find: (table, key) => explained(table, () => store.find(table, key)),
    usersAfter: (after, limit) => explained('users', () => store.usersAfter(after, limit)),
    update: (table, changes, key) => explained(table, () => store.update(table, changes, key)),
    updateIf: (table, changes, key) => explained(table, () => store.updateIf(table, changes, key)),
    remove: (table, key) => explained(table, () => store.remove(table, key), true),
    removeOwned: (table, userId) => explained(table, () => store.removeOwned(table, userId), true),
    accountWithUser: (key) => explained('accounts', () => store.accountWithUser(key)),
    sessionWithUser: (key) => explained('sessions', () => store.sessionWithUser(key)),
    removeUser: (id) => explained('users', () => store.removeUser(id), true),
    removeExpired: (table, now, limit) =>
      explained(table, () => store.removeExpired(table, now, limit), true),
    ...(store.transaction && { transaction: explainedTransaction(store.transaction, explain) }),
  }
}

type Transaction = NonNullable<RecordStore['transaction']>

/**
 * Refuses statements after a failed statement: the transaction must not be committed, even if `work` caught the error.
 * PostgreSQL would roll it back without reporting an error. MySQL ends the transaction after a deadlock, and would store
 * each later write immediately.
 *
 * Statements after the end of the transaction are refused, too, for example the second statement of a call that `work`
 * did not await. Drivers would send them on a connection that is no longer in the transaction.
 */
function explainedTransaction(transaction: Transaction, explain: Explain): Transaction {
  return async (work) => {
    let thrown: { readonly error: unknown } | undefined
    try {
      return await transaction(async (inside) => {
        const failures: AdapterError[] = []
        try {
          const result = await work(explainRecords(inside, explain, failures))
          if (failures[0]) throw failures[0]
          return result
        } catch (error) {
          thrown = { error }
          throw error
        } finally {
          failures.push(
            new AdapterError(
              'The transaction has ended. Await each call in the function of inTransaction().',
            ),
          )
        }
      })
    } catch (error) {
      throw thrown ? thrown.error : asAdapterError(error, 'users', explain)
    }
  }
}

export function asAdapterError(
  error: unknown,
  table: TableName,
  explain: Explain,
  isRemoval = false,
): AdapterError {
  if (error instanceof AdapterError) return error
  const cause = rootOf(error)
  const message = withoutStoredValues(cause.message)
  const violation = violationOf(error)
  const advice = violation ? refusalOf(table, violation, isRemoval) : explain(withMessage(cause, message))
  return new AdapterError(advice, { cause: loggable(cause, message) })
}

/** Returns the error of the driver. The library may have wrapped it in an error that quotes the statement with its values. */
function rootOf(error: unknown): Error {
  let root = error instanceof Error ? error : new Error(String(error))
  for (let depth = 0; root.cause instanceof Error && depth < 8; depth++) root = root.cause
  return root
}

function withMessage(error: Error, message: string): Error {
  if (message === error.message) return error
  return Object.assign(new Error(message), error, { name: error.name, message })
}

const quoting: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // MySQL and MariaDB
  [/Duplicate entry '.*' for key/s, 'Duplicate entry for key'],
  // PlanetScale adds the values of the statement.
  [/,? ?BindVars: .*/s, ''],
  // Prisma adds the details of PostgreSQL, such as a row that violates a check.
  [/detail: Some\(".*?"\)(?=, \w+: )/s, 'detail: None'],
  [/Failing row contains \(.*\)/s, 'Failing row contains other values'],
]

function withoutStoredValues(message: string): string {
  return quoting.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), message)
}

/** Leaves out the fields that the driver adds, because some of them quote stored values. */
function loggable({ name, message, stack }: Error, redacted: string): Error {
  return Object.assign(
    new Error(redacted),
    { name },
    stack && { stack: stack.replace(message, () => redacted) },
  )
}

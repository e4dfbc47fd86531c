import { expect, it } from 'vitest'
import { prisma } from '../../src/adapters/prisma.js'
import { AdapterError } from '../../src/errors.js'

/* Drivers quote stored values in their errors. These tests look at what the log would show. */

const ADA = 'ada@example.com'

/** The error of `createUser` when the Prisma client rejects with this error. */
async function errorFor(rejected: Error): Promise<AdapterError> {
  const reject = async (): Promise<never> => {
    throw rejected
  }
  // The adapter reads the fields of each model from this object. Every model has all fields.
  const fields = new Proxy({}, { get: () => ({ typeName: 'String' }), has: () => true })
  const model = new Proxy({}, { get: (_, name) => (name === 'fields' ? fields : reject) })
  const client = { user: model, account: model, session: model, verificationToken: model }
  const adapter = prisma(client as never) as unknown as { createUser(user: object): Promise<unknown> }
  const error = await adapter
    .createUser({ email: ADA, emailVerified: null })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AdapterError)
  return error as AdapterError
}

const textOf = (error: Error): string => `${error.stack}\n${(error.cause as Error).stack}`

it.each([
  [
    'a row that violates a check of PostgreSQL, with Prisma',
    `Invalid \`prisma.user.create()\` invocation:\n\nError occurred during query execution:\nConnectorError(ConnectorError { user_facing_error: None, kind: QueryError(PostgresError { code: "23514", message: "new row for relation \\"User\\" violates check constraint \\"short\\"", severity: "ERROR", detail: Some("Failing row contains (1, ${ADA}, null)."), column: None, hint: None }), transient: false })`,
    'violates check constraint',
  ],
  [
    'a taken e-mail address, with PlanetScale',
    `target: shop.-.primary: vttablet: rpc error: code = AlreadyExists desc = Duplicate entry '${ADA}' for key 'User.User_email_key' (errno 1062) (sqlstate 23000): Sql: "insert into User(email) values (:v1)", BindVars: {v1: "type:VARCHAR value:\\"${ADA}\\""}`,
    'e-mail address',
  ],
  [
    'another error, with PlanetScale',
    `target: shop.-.primary: vttablet: rpc error: code = Aborted desc = deadlock (errno 1213): Sql: "insert into User(email) values (:v1)", BindVars: {v1: "type:VARCHAR value:\\"${ADA}\\""}`,
    'deadlock',
  ],
])('an error of the database does not contain stored values: %s', async (_, message, shown) => {
  const error = await errorFor(new Error(message))
  expect(error.message).toContain(shown)
  expect(textOf(error)).not.toContain(ADA)
})

it('prisma() reports a database that is not reachable at the first query', async () => {
  const unreachable = Object.assign(new Error("Can't reach database server at `localhost:1`"), {
    errorCode: 'P1001',
  })
  expect((await errorFor(unreachable)).message).toContain('The database is not reachable. Start it')
})

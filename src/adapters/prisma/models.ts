import type { CheckTable } from '../relational/check-table.js'
import type { TableName } from '../relational/record-store.js'

/** The part of a Prisma model that types are inferred from. */
export interface PrismaModel {
  /** Type only: the columns of the model, under the symbol that Prisma generates. */
  readonly [internal: symbol]: { types: { payload: { scalars: object } } }
}

/** The models of a Prisma client, by name. */
export interface PrismaModels {
  /** The model `User`. */
  readonly user: PrismaModel
  /** The model `Account`. */
  readonly account: PrismaModel
  /** Required for strategy `'database'`. */
  readonly session?: PrismaModel
  /** Required for e-mail providers. */
  readonly verificationToken?: PrismaModel
  /** Required for WebAuthn providers. */
  readonly authenticator?: PrismaModel
  /** The model `AuthPassword`. Required for `password()`. */
  readonly authPassword?: PrismaModel
}

/** The names of the models in the client. */
export interface ModelNames {
  /** The model `User`, with the columns of the application. */
  readonly users: 'user'
  /** The model `Account`: one row per linked account. */
  readonly accounts: 'account'
  /** The model `Session`: one row per session of strategy `'database'`. */
  readonly sessions: 'session'
  /** The model `VerificationToken`: one row per verification token, such as that of an unused sign-in link. */
  readonly verificationTokens: 'verificationToken'
  /** The model `Authenticator`: one row per passkey. */
  readonly authenticators: 'authenticator'
  /** The model `AuthPassword`: one row per password. */
  readonly passwords: 'authPassword'
}

/** The row type of a model, without its relations. */
export type PrismaRow<Model> = Model extends {
  readonly [internal: symbol]: { types: { payload: { scalars: infer Row extends object } } }
}
  ? Row
  : object

/** The data of `create` of a model. */
export type PrismaInsert<Model> = Model extends {
  readonly [internal: symbol]: { types: { operations: { create: { args: { data: infer Data } } } } }
}
  ? Data
  : {}

/** The tables that a client has models for. */
export type GivenModels<Client> = {
  [Table in TableName]: ModelNames[Table] extends keyof Client ? Table : never
}[TableName]

/** The tables in the order in which they are checked. */
export type CheckedTables = readonly [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
  'passwords',
]

/** The client, or a message that names the columns that one of its models lacks. */
export type CheckPrismaClient<Client> = [ModelProblem<Client, CheckedTables>] extends [never]
  ? Client
  : NoInfer<ModelProblem<Client, CheckedTables>>

/** The message for the first model that lacks a column, or `never`. */
export type ModelProblem<Client, Tables extends readonly TableName[]> = Tables extends readonly [
  infer Table extends TableName,
  ...infer Rest extends readonly TableName[],
]
  ? ModelNames[Table] extends keyof Client
    ? CheckTable<Table, PrismaRow<Client[ModelNames[Table]]>, never> extends infer Problem
      ? [Problem] extends [never]
        ? ModelProblem<Client, Rest>
        : Problem
      : never
    : ModelProblem<Client, Rest>
  : never

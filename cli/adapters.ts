import { readFile } from 'node:fs/promises'
import type { CallExpression, NewExpression, Node, VariableDeclaration } from 'acorn'
import { CommandError } from './context.js'
import { nodesOf, tryParseModule } from './edit/module.js'
import { isNamed, nameOf } from './edit/nodes.js'
import { packageFiles } from './package-files.js'
import type { Change } from './project/changes.js'
import { envFileOf, type Variable } from './project/env-file.js'
import { type Project, sourceFiles } from './project/project.js'

export const adapterNames = ['sqlite', 'pg', 'drizzle', 'kysely', 'prisma'] as const
export type AdapterName = (typeof adapterNames)[number]

export interface NeededImport {
  readonly name: string
  /** The import path. Empty if the module of the configuration itself exports the name. */
  readonly from: string
}

export interface Part {
  readonly factory: NeededImport
  readonly argument: string
  readonly imports: readonly NeededImport[]
  readonly variables: readonly Variable[]
  readonly packages: readonly string[]
  readonly files: readonly Change[]
  /** Files that must not be committed to Git. */
  readonly ignored: readonly { pattern: string; example: string }[]
  readonly notes: readonly string[]
}

export const emptyPart: Omit<Part, 'factory' | 'argument'> = {
  imports: [],
  variables: [],
  packages: [],
  files: [],
  ignored: [],
  notes: [],
}

/** Returns source code that reads a variable. In SvelteKit, Vite does not copy the variables of the `.env` file to `process.env`. */
export function readVariable(
  { framework }: Project,
  name: string,
): { source: string; imports: NeededImport[] } {
  return framework === 'sveltekit'
    ? { source: `env.${name} ?? ''`, imports: [{ name: 'env', from: '$env/dynamic/private' }] }
    : { source: `process.env.${name} ?? ''`, imports: [] }
}

export async function planAdapter(project: Project, name: AdapterName, authFile: string): Promise<Part> {
  const factory = { name, from: `authwright/adapters/${name}` }
  switch (name) {
    case 'sqlite':
      return {
        ...emptyPart,
        factory,
        argument: "'auth.db'",
        packages: ['@libsql/client'],
        ignored: [{ pattern: 'auth.db*', example: 'auth.db' }],
        notes: ['The tables are created in auth.db at the first use.'],
      }
    case 'pg': {
      const { source, imports } = readVariable(project, 'DATABASE_URL')
      return {
        ...emptyPart,
        factory,
        argument: source,
        imports,
        packages: ['pg'],
        variables: [
          {
            name: 'DATABASE_URL',
            value: '',
            comment: 'PostgreSQL: postgres://user:password@host:5432/database',
          },
        ],
        notes: [
          `Set DATABASE_URL in ${envFileOf(project)}. The tables are created in the database at the first use.`,
        ],
      }
    }
    case 'drizzle':
      return drizzlePart(project, factory, authFile)
    case 'kysely': {
      const { client, from, text } = findClient(project, 'Kysely', 'Kysely', authFile)
      const dialect = /mysql/i.test(text) ? 'mysql' : /sqlite|libsql/i.test(text) ? 'sqlite' : 'postgres'
      const tables =
        "{ users: 'users', accounts: 'accounts', sessions: 'sessions', verificationTokens: 'verification_tokens' }"
      return {
        ...emptyPart,
        factory,
        argument: `${client}, { dialect: '${dialect}', tables: ${tables} }`,
        imports: [{ name: client, from }],
        notes: [
          `Migrate the database with the output of npx authwright schema ${dialect}, and add the tables to the TypeScript interface in new Kysely<…>().`,
        ],
      }
    }
    case 'prisma':
      return prismaPart(project, factory, authFile)
  }
}

async function drizzlePart(project: Project, factory: NeededImport, authFile: string): Promise<Part> {
  const { client, from, text } = findClient(project, 'Drizzle', 'drizzle', authFile)
  const drivers = text.match(/drizzle-orm\/[\w-]+/g)?.join() ?? ''
  const dialect = /mysql|planetscale|tidb/.test(drivers)
    ? 'mysql'
    : /sqlite|libsql|sql-js|d1|durable/.test(drivers)
      ? 'sqlite'
      : 'postgres'
  const file = `${project.source}auth-schema.${project.typescript ? 'ts' : 'js'}`
  const schema = await readFile(
    new URL(schemas[`drizzle-${dialect}`]?.file ?? '', packageFiles.schemas),
    'utf8',
  )
  const tables = ['users', 'accounts', 'sessions', 'verificationTokens', 'authenticators', 'passwords']
  return {
    ...emptyPart,
    factory,
    argument: `${client}, { ${tables.join(', ')} }`,
    imports: [
      { name: client, from },
      ...tables.map((name) => ({ name, from: project.specifier(authFile, file) })),
    ],
    files: project.exists(file) ? [] : [{ file, after: schema, mode: 'create' }],
    notes: [`Add ${file} to the schema in your Drizzle configuration, and run your usual migration.`],
  }
}

async function prismaPart(project: Project, factory: NeededImport, authFile: string): Promise<Part> {
  const { client, from } = findClient(project, 'Prisma', 'PrismaClient', authFile)
  const file = 'prisma/schema.prisma'
  const before = project.read(file)
  const models = await readFile(new URL('prisma.prisma', packageFiles.schemas), 'utf8')
  const names = models.match(/(?<=^model )\w+/gm) ?? []
  const canInsertModels =
    before !== undefined && !new RegExp(`^model (?:${names.join('|')})\\b`, 'm').test(before)
  return {
    ...emptyPart,
    factory,
    argument: client,
    imports: [{ name: client, from }],
    files: canInsertModels ? [{ file, after: `${before.trimEnd()}\n\n${models}`, mode: 'insert' }] : [],
    notes: [
      canInsertModels
        ? 'Generate the client, and run your usual migration.'
        : 'Compare your models with the output of npx authwright schema prisma.',
    ],
  }
}

/** Finds the exported client of a database library. `text` is the source of the client's module. */
function findClient(
  project: Project,
  library: string,
  creator: string,
  authFile: string,
): { client: string; from: string; text: string } {
  for (const file of sourceFiles(project, /[.][cm]?[jt]s$/)) {
    const text = project.read(file) ?? ''
    const client = text.includes(creator) ? exportedClient(file, text, creator) : undefined
    if (client) return { client, from: file === authFile ? '' : project.specifier(authFile, file), text }
  }
  throw new CommandError(
    `No module of the project exports a client of ${library}, such as \`export const db = …\` in ${project.source}db.${project.typescript ? 'ts' : 'js'}. Create one, and run the command again.`,
  )
}

function exportedClient(file: string, text: string, creator: string): string | undefined {
  // If the module cannot be parsed, another module may still export the client.
  const statements = tryParseModule(file, text)?.program.body ?? []
  const exportStatements = statements.filter((each) => each.type === 'ExportNamedDeclaration')
  for (const { declaration } of exportStatements) {
    const [client] = clientNamesIn(declaration, creator)
    if (client !== undefined) return client
  }
  const created = statements.flatMap((statement) => clientNamesIn(statement, creator))
  for (const statement of exportStatements) {
    if (statement.source) continue
    const found = statement.specifiers.find(({ local }) => created.includes(nameOf(local) ?? ''))
    if (found) return nameOf(found.exported)
  }
  return undefined
}

function clientNamesIn(statement: Node | null | undefined, creator: string): readonly string[] {
  if (statement?.type !== 'VariableDeclaration') return []
  return (statement as VariableDeclaration).declarations.flatMap(({ id, init }) =>
    init && isCreatedBy(init, creator) ? (nameOf(id) ?? []) : [],
  )
}

function isCreatedBy(value: Node, creator: string): boolean {
  return [...nodesOf(value)].some(
    (node) =>
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      isNamed((node as NewExpression | CallExpression).callee, creator),
  )
}

export interface Schema {
  readonly file: string
  readonly about: string
}

export const schemas: Readonly<Record<string, Schema>> = {
  pg: { file: 'pg.sql', about: 'the tables that pg() creates itself if its database role may create tables' },
  'pg-upgrade': { file: 'pg-upgrade.sql', about: 'the statements that migrate the tables of pg()' },
  postgres: { file: 'postgres.sql', about: 'tables of your own in PostgreSQL, for kysely()' },
  mysql: { file: 'mysql.sql', about: 'tables of your own in MySQL or MariaDB, for kysely()' },
  sqlite: { file: 'sqlite.sql', about: 'tables of your own in SQLite, for kysely()' },
  prisma: { file: 'prisma.prisma', about: 'models for the schema of Prisma, for any database' },
  'drizzle-postgres': { file: 'drizzle-postgres.ts', about: 'Drizzle tables for PostgreSQL' },
  'drizzle-mysql': { file: 'drizzle-mysql.ts', about: 'Drizzle tables for MySQL and MariaDB' },
  'drizzle-sqlite': { file: 'drizzle-sqlite.ts', about: 'Drizzle tables for SQLite' },
}

/** A schema that the package brings. */
export interface Schema {
  /** Its file in `schemas/`. */
  readonly file: string
  /** One line for the list. */
  readonly about: string
}

/** The schemas by their names on the command line. */
export const schemas: Readonly<Record<string, Schema>> = {
  pg: { file: 'pg.sql', about: 'the tables that pg() makes by itself where it may' },
  'pg-upgrade': { file: 'pg-upgrade.sql', about: 'the statements that bring tables of pg() up to date' },
  postgres: { file: 'postgres.sql', about: 'tables of your own in PostgreSQL, for kysely()' },
  mysql: { file: 'mysql.sql', about: 'tables of your own in MySQL or MariaDB, for kysely()' },
  sqlite: { file: 'sqlite.sql', about: 'tables of your own in SQLite, for kysely()' },
  prisma: { file: 'prisma.prisma', about: 'models for the schema of Prisma, in whatever database' },
  'drizzle-postgres': { file: 'drizzle-postgres.ts', about: 'Drizzle tables for PostgreSQL' },
  'drizzle-mysql': { file: 'drizzle-mysql.ts', about: 'Drizzle tables for MySQL and MariaDB' },
  'drizzle-sqlite': { file: 'drizzle-sqlite.ts', about: 'Drizzle tables for SQLite' },
}

/** The databases that `kysely()` supports. MariaDB is `'mysql'`. */
export type KyselyDialect = 'postgres' | 'mysql' | 'sqlite'

/** The databases that `kysely()` knows. */
export type KyselyDialect = 'postgres' | 'mysql' | 'sqlite'

import { randomUUID } from 'node:crypto'
import { createConnection } from 'mysql2/promise'
import { type Availability, availability } from './available.js'
import type { Database } from './postgres.js'

/** The server that the tests use; each suite creates a separate database. */
const server = process.env.AUTHWRIGHT_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql'

async function queryMysql(url: string, ...statements: string[]): Promise<unknown> {
  const connection = await createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    let rows: unknown
    for (const statement of statements) [rows] = await connection.query(statement)
    return rows
  } finally {
    await connection.end()
  }
}

export const mariadb: Availability = await availability('MySQL or MariaDB', 'AUTHWRIGHT_MYSQL_URL', () =>
  queryMysql(server, 'SELECT 1'),
)

/** Creates a database, and runs these statements in it. Its default collation treats similar strings as equal. */
export async function mariadbDatabase(...statements: string[]): Promise<Database> {
  const name = `authwright_${randomUUID().replaceAll('-', '')}`
  await queryMysql(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`)
  const [{ version }] = (await queryMysql(server, 'SELECT version() AS version')) as [{ version: string }]
  const here = version.includes('MariaDB')
    ? statements.map((statement) => statement.replaceAll('utf8mb4_0900_bin', 'utf8mb4_nopad_bin'))
    : statements
  const url = new URL(server)
  url.pathname = `/${name}`
  await queryMysql(url.href, ...here)
  return { url: url.href, drop: async () => void (await queryMysql(server, `DROP DATABASE ${name}`)) }
}

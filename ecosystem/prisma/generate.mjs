/*
 * Generates the client and the tables of the schema in the package, with additional columns of an
 * application.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const generated = path.join(here, 'generated')

/** @param {string} file */
const text = (file) => readFileSync(path.join(here, file), 'utf8')

const required = path.join(generated, 'required')
mkdirSync(required, { recursive: true })
const shipped = text('../../schemas/prisma.prisma')
/** @param {string} folder @param {string} columns - More columns of a user. */
function writeSchema(folder, columns) {
  const own = shipped.replace(
    'model User {\n',
    `model User {\n  role Role @default(member)\n  logins Int?\n${columns}`,
  )
  writeFileSync(
    path.join(folder, 'schema.prisma'),
    `${text('head.prisma')}${own}\nenum Role {\n  member\n  admin\n}\n`,
  )
}
writeSchema(generated, '')
writeSchema(required, '  company String\n')

/** @param {readonly string[]} args @returns {string} */
function prisma(...args) {
  const bin = path.join(here, '../node_modules/prisma/build/index.js')
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: here,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`prisma ${args.join(' ')}:\n${stdout}${stderr}`)
  return stdout
}

prisma('generate')
prisma('generate', '--schema', 'generated/required/schema.prisma')
const schema = 'generated/schema.prisma'
const tables = prisma('migrate', 'diff', '--from-empty', '--to-schema-datamodel', schema, '--script')
writeFileSync(path.join(generated, 'tables.sql'), tables)

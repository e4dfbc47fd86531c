/*
 * Writes the results of test/examples/generated.test.ts into docs/contributing/first-five-minutes.md: the commands that a user types in a new
 * application before the first sign-in, and the seconds until then.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/root.mjs'

const counted = path.join(root, 'temp/examples/first-five-minutes')
const page = path.join(root, 'docs/contributing/first-five-minutes.md')
const [begin, end] = ['<!-- counted -->', '<!-- /counted -->']

if (!existsSync(counted)) {
  console.error(
    'Nothing is counted yet: run npx vitest run --project examples test/examples/generated.test.ts',
  )
  process.exit(1)
}

/** @type {readonly { application: string, typed: readonly string[], seconds: number }[]} */
const rows = readdirSync(counted)
  .sort()
  .map((file) => ({
    application: path.basename(file, '.json'),
    ...JSON.parse(readFileSync(path.join(counted, file), 'utf8')),
  }))
const table = [
  '| application | commands | pasted | edited | seconds |',
  '|---|---|---:|---:|---:|',
  ...rows.map(({ application, typed, seconds }) => {
    const commands = typed.map((command) => `\`${command}\``).join(', ')
    return `| ${application} | ${commands} | 0 | 0 | ${seconds} |`
  }),
].join('\n')

const text = readFileSync(page, 'utf8')
const [before, rest] = text.split(begin)
const after = rest?.split(end)[1]
if (before === undefined || after === undefined) throw new Error(`${page} has no ${begin} … ${end}.`)
writeFileSync(page, `${before}${begin}\n\n${table}\n\n${end}${after}`)

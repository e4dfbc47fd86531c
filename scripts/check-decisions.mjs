/*
 * docs/decisions/README.md lists every decision by topic, the first word of its file's name. `--write` writes the list.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const folder = path.join(root, 'docs/decisions')
const index = path.join(folder, 'README.md')
const titles = new Map([
  ['email', 'E-mail'],
  ['http', 'HTTP'],
  ['oauth', 'OAuth and OpenID Connect'],
])
const introduction = `# Decisions

What was chosen where the design left room, and why. One decision a file: context, decision, consequences, alternatives. A file is named
\`<topic>-<slug>.md\`. \`node scripts/check-decisions.mjs --write\` updates this list.
`

const files = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .sort()
const decisions = files.map((file) => {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const [topic = ''] = file.split('-')
  const title = /^# (.+)$/m.exec(text)?.[1]
  const replaced = /^Superseded by /m.test(text) ? ' (superseded)' : ''
  return { topic, title, complete: /^## Context$/m.test(text) && /^## Decision$/m.test(text), file, replaced }
})
const topics = [...new Set(decisions.map(({ topic }) => topic))].map((topic) => {
  const items = decisions.filter((decision) => decision.topic === topic)
  const heading = titles.get(topic) ?? `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`
  return `## ${heading}\n\n${items.map(({ title, file, replaced }) => `- [${title}](${file})${replaced}`).join('\n')}\n`
})
const expected = [introduction, ...topics].join('\n')

const problems = decisions
  .filter(({ title, complete }) => title === undefined || !complete)
  .map(({ file }) => `docs/decisions/${file} needs a title, a section "Context" and a section "Decision".`)
if (process.argv.includes('--write')) writeFileSync(index, expected)
else if (readFileSync(index, 'utf8') !== expected) {
  problems.push(
    'docs/decisions/README.md does not list the decisions of the folder. Run: node scripts/check-decisions.mjs --write',
  )
}
report(problems, `docs/decisions/README.md lists ${files.length} decisions.`)

/*
 * Messages, comments and documentation use the field's vocabulary (`CONTRIBUTING.md`, "Style"): words outside it are counted for each file. scripts/words.json
 * lists the files that still contain some, and only shrinks: `--write` lowers counts, and never raises one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

/** What to write in place of each. */
const instead = new Map([
  [/\b(?:nobody|somebody|whoever|whomever|visitors?|people)\b/i, 'no user, a user, client, attacker'],
  [/\bansw(?:er|ers|ered|ering)\b/i, 'response, respond, return'],
  [/\b(?:ask|asks|asked|asking) (?:for|of)\b|\bis asked\b|\bare asked\b/i, 'request, fetch, require'],
  [/\b(?:told|tells? of|telling of)\b/i, 'report, notify, receive'],
  [/\barriv(?:e|es|ed|ing)\b/i, 'receive'],
  [/\b(?:(?:a|an|as|of|no|by a|as a) texts?|lists? of texts?)\b/i, 'string, array of strings'],
  [/\bwhole numbers?\b/i, 'integer'],
  [/\btruths?\b/i, 'boolean'],
  [
    /\b(?:nothing but|as it is|of (?:its|their|one's) own|under way)\b/i,
    'only, unchanged, separate, in progress',
  ],
])

/** @param {string} folder @param {RegExp} names */
function filesIn(folder, names) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .map((file) => path.join(root, folder, file))
}

/** The strings of a source file, without the specifiers of modules. @param {string} file @param {string} source */
function strings(file, source) {
  /** @type {string[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    // A string of one word is an identifier.
    if ((ts.isStringLiteral(node) && node.text.includes(' ')) || ts.isTemplateLiteralToken(node)) {
      found.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  return found
}

/** The comments of a source file, by line. @param {string} source */
function comments(source) {
  const found = source.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\\/])\/\/.*$/gm) ?? []
  return found.flatMap((comment) => comment.split('\n')).map((line) => line.replaceAll(/https?:\/\/\S+/g, ''))
}

/** The sentences of a page, without its code, and without the words that CONTRIBUTING.md warns of. @param {string} text */
function sentences(text) {
  return text
    .replaceAll(/\(not "[^)]*\)/g, '')
    .replaceAll(/\]\(http[^)]*\)/g, '')
    .replaceAll(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .split('\n')
}

const sources = [...filesIn('src', /[.](?:tsx?|svelte)$/), ...filesIn('scripts', /[.]mjs$/)].map((file) => {
  const source = readFileSync(file, 'utf8')
  return { file, texts: [...strings(file, source), ...comments(source)] }
})
const pages = [
  path.join(root, 'README.md'),
  path.join(root, 'CONTRIBUTING.md'),
  ...filesIn('docs', /[.]md$/),
].map((file) => ({
  file,
  texts: sentences(readFileSync(file, 'utf8')),
}))

const list = path.join(root, 'scripts/words.json')
/** @type {Readonly<Record<string, number>>} */
const allowed = JSON.parse(readFileSync(list, 'utf8'))
/** @type {string[]} */
const problems = []
/** @type {Record<string, number>} */
const remaining = {}
for (const { file, texts } of [...sources, ...pages]) {
  const name = display(file)
  const found = texts.flatMap((text) =>
    [...instead].flatMap(([pattern, words]) =>
      [...text.matchAll(new RegExp(pattern, 'gi'))].map(
        ([word]) => `${name}: "${word}" in "${text.trim()}". Write: ${words}.`,
      ),
    ),
  )
  const limit = allowed[name] ?? 0
  if (found.length > limit)
    problems.push(...found, `${name} has ${found.length} such words, and ${limit} are allowed.`)
  if (found.length > 0) remaining[name] = Math.min(found.length, limit)
}
for (const name of Object.keys(allowed)) {
  if (!(name in remaining))
    problems.push(`${name} needs no exception. Run: node scripts/check-language.mjs --write`)
}
if (process.argv.includes('--write')) {
  const kept = Object.entries(remaining).filter(([, count]) => count > 0)
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(kept.sort()), undefined, 2)}\n`)
}
const total = Object.values(remaining).reduce((sum, count) => sum + count, 0)
report(
  problems,
  `Messages, comments and documentation use the vocabulary, but for ${total} words in ${Object.keys(remaining).length} files.`,
)

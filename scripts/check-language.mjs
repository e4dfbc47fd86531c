/* Checks the vocabulary of messages, comments, documentation and test names (`CONTRIBUTING.md`, "Style"). */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

/** Words with their replacements. "posted answer" is allowed, because it is part of the name of a derived key. */
const instead = new Map([
  [/\b(?:nobody|somebody|whoever|whomever|visitors?|people)\b/gi, 'no user, a user, client, attacker'],
  [/(?<!posted )\bansw(?:er|ers|ered|ering)\b/gi, 'response, respond, return'],
  [/\b(?:ask|asks|asked|asking) (?:for|of)\b|\bis asked\b|\bare asked\b/gi, 'request, fetch, require'],
  [/\b(?:told|tells? of|telling of)\b/gi, 'report, notify, receive'],
  [/\barriv(?:e|es|ed|ing)\b/gi, 'receive'],
  [/\b(?:(?:a|an|as|of|no|by a|as a) texts?|lists? of texts?)\b/gi, 'string, array of strings'],
  [/\bwhole numbers?\b/gi, 'integer'],
  [/\btruths?\b/gi, 'boolean'],
  [
    /\b(?:nothing but|as it is|of (?:its|their|one's) own|under way)\b/gi,
    'only, unchanged, separate, in progress',
  ],
])

const insteadInComments = new Map([
  [
    /^(?:What|Who|Whom|Whose|Which)\b.*/g,
    'a noun ("Options of …"), a verb ("Returns …") or a condition ("Whether …")',
  ],
  [/\b(?:is|are) given\b/g, 'receives, the parameter of'],
  [
    /(?<!(?:e-mail|email|IP|IPv4|IPv6|private|loopback|relay|postal) )(?<![`{@]|@param )\baddress(?:es)?\b(?![`}])/gi,
    'URL, e-mail address, IP address',
  ],
])

const MAX_WORDS = 25

const insteadInTitles = new Map([
  [/\b(?:nobody|somebody|anybody|whoever|whomever)\b/gi, 'no user, a user, an attacker'],
  [/\b(?:asks? for|asked|tells?|told|answer(?:s|ed)?|arrives?)\b/gi, 'request, report, respond, receive'],
  [
    /(?<!(?:e-mail|IP|IPv6|private|loopback) |limits\.)\baddress(?:es)?\b/gi,
    'URL, e-mail address, IP address',
  ],
])

/** The first words of test names that cannot be understood without the `describe` around them. */
const needsDescribe = /^(?:that|and|but|or|nor|whose|which)\b/i

const prose = /\/\*[\s\S]*?\*\/|(?<![:'"`\\/])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g

/** @param {string} source */
function sentencesOfSource(source) {
  // A string without spaces is an identifier.
  const found = source.match(prose)?.filter((text) => !/^['"]\S*$/.test(text)) ?? []
  return found.flatMap((text) => text.replaceAll(/https?:\/\/\S+|\$\{[^}]*\}/g, '').split('\n'))
}

/** Leaves out the wrong words that CONTRIBUTING.md quotes. @param {string} text */
function sentencesOfPage(text) {
  return text
    .replaceAll(/\(not "[^)]*\)|\]\(http[^)]*\)|^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2|`[^`\n]*`/gm, '')
    .split('\n')
}

/** Each comment on one line. @param {string} source */
function commentsOf(source) {
  // Does not match the `/*` of a glob or a media type, such as `/auth/*` and `*/*`.
  const found = source.match(/(?<![^\s([{,])\/\*[\s\S]*?\*\/|(?<![:'"`\\/])\/\/.*/g) ?? []
  return found.map((comment) =>
    comment
      .replaceAll(/@example[\s\S]*?```[\s\S]*?```|https?:\/\/\S+/g, '')
      .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      .replace(/^\/[/*]+\s*/, ''),
  )
}

/** @param {string} source */
function titlesOf(source) {
  const calls = /\b(?:it|test|describe)(?:[.]\w+)*(?:\([^\n]*?\))?\(\s*(['"`])((?:(?!\1).)*)\1/g
  return [...source.matchAll(calls)].map(([, , title]) => title ?? '')
}

/** Includes the names after the table of `test.each`. @param {string} source */
function namesOf(source) {
  const calls = /(?:\b(?:it|test)(?:[.]\w+)*|\))\(\s*(['"`])((?:(?!\1).)*)\1\s*,/g
  return [...source.matchAll(calls)].map(([, , name]) => name ?? '')
}

/** Counts table cells and list items as separate sentences. @param {string} text */
function longSentencesOf(text) {
  const plain = text
    .replaceAll(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '\n\n')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
  const sentences = plain.split(/\n\n|\n(?=[-|#\d>])|[|]|(?<=[.!?:;])\s/)
  return sentences.filter((sentence) => sentence.trim().split(/\s+/).length > MAX_WORDS)
}

/** @param {string} folder @param {RegExp} names */
function filesIn(folder, names) {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => names.test(file)).map((file) => path.posix.join(folder, file))
}

const sources = [
  // The list of common passwords is not prose.
  ...filesIn('src', /(?<!common-password-list)[.](?:tsx?|svelte)$/),
  ...filesIn('cli', /[.]ts$/),
  ...filesIn('scripts', /[.]mjs$/),
]
/** In these files, only comments are checked, because their strings are often data. `git ls-files` leaves out generated files. */
const commented = execFileSync(
  'git',
  [
    'ls-files',
    'test',
    'bench',
    'examples',
    'ecosystem',
    'type-tests',
    'mutation',
    'schemas',
    'site',
    ':(glob)*',
  ],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /[.](?:tsx?|mts|mjs|svelte|vue)$/.test(file) && existsSync(path.join(root, file)))
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md']
const readmes = filesIn('examples', /^[^/]+\/README[.]md$/)
const files = [...sources, ...pages, ...readmes, ...filesIn('docs', /[.]md$/)]
/** @param {string} file @param {readonly string[]} sentences @param {ReadonlyMap<RegExp, string>} words */
const wordsIn = (file, sentences, words) =>
  sentences.flatMap((sentence) =>
    [...words].flatMap(([pattern, better]) =>
      (sentence.match(pattern) ?? []).map(
        (word) => `${file}: "${word}" in "${sentence.trim()}". Write: ${better}.`,
      ),
    ),
  )
const problems = files.flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return wordsIn(file, file.endsWith('.md') ? sentencesOfPage(text) : sentencesOfSource(text), instead)
})
for (const file of sources) {
  problems.push(...wordsIn(file, commentsOf(readFileSync(path.join(root, file), 'utf8')), insteadInComments))
}
const inAnyComment = new Map([...instead, ...insteadInComments])
for (const file of commented) {
  problems.push(...wordsIn(file, commentsOf(readFileSync(path.join(root, file), 'utf8')), inAnyComment))
}
for (const file of filesIn('test', /[.]test[.]tsx?$/)) {
  problems.push(...wordsIn(file, titlesOf(readFileSync(path.join(root, file), 'utf8')), insteadInTitles))
}
for (const file of filesIn('test', /[.]tsx?$/)) {
  const names = namesOf(readFileSync(path.join(root, file), 'utf8'))
  problems.push(
    ...names
      .filter((name) => needsDescribe.test(name))
      .map((name) => `${file}: the test "${name}" is not understood alone. Begin its name with the subject.`),
  )
}
for (const file of files.filter((name) => name.endsWith('.md'))) {
  const long = longSentencesOf(readFileSync(path.join(root, file), 'utf8'))
  problems.push(
    ...long.map((sentence) => `${file}: more than ${MAX_WORDS} words in "${sentence.trim()}". Divide it.`),
  )
}
report(
  problems,
  `No forbidden words or long sentences in the messages, comments and documentation of ${files.length + commented.length} files.`,
)

/* Messages, comments and documentation use the field's vocabulary (`CONTRIBUTING.md`, "Style"). */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

/** What to write in place of each. The purpose of a derived key, "posted answer", is part of sealed values. */
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

/** Comments and strings. */
const prose = /\/\*[\s\S]*?\*\/|(?<![:'"`\\/])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g

/** The sentences of a source file, without addresses and what is put into a template. @param {string} source */
function sentencesOfSource(source) {
  // A string of one word is an identifier.
  const found = source.match(prose)?.filter((text) => !/^['"]\S*$/.test(text)) ?? []
  return found.flatMap((text) => text.replaceAll(/https?:\/\/\S+|\$\{[^}]*\}/g, '').split('\n'))
}

/** The sentences of a page, without its code, its addresses, and the words that CONTRIBUTING.md warns of. @param {string} text */
function sentencesOfPage(text) {
  return text
    .replaceAll(/\(not "[^)]*\)|\]\(http[^)]*\)|^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2|`[^`\n]*`/gm, '')
    .split('\n')
}

/** @param {string} folder @param {RegExp} names */
function filesIn(folder, names) {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return files.filter((file) => names.test(file)).map((file) => path.posix.join(folder, file))
}

const sources = [
  ...filesIn('src', /[.](?:tsx?|svelte)$/),
  ...filesIn('cli', /[.]ts$/),
  ...filesIn('scripts', /[.]mjs$/),
]
const files = [...sources, 'README.md', 'CONTRIBUTING.md', ...filesIn('docs', /[.]md$/)]
const problems = files.flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  const sentences = file.endsWith('.md') ? sentencesOfPage(text) : sentencesOfSource(text)
  return sentences.flatMap((sentence) =>
    [...instead].flatMap(([pattern, words]) =>
      (sentence.match(pattern) ?? []).map(
        (word) => `${file}: "${word}" in "${sentence.trim()}". Write: ${words}.`,
      ),
    ),
  )
})
report(problems, `The messages, comments and documentation of ${files.length} files use the vocabulary.`)

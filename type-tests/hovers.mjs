// The hovers and completions of editors: each file in hovers/ has lines `//  ^?` for the hover and `//  ^| names` for the
// completions at the place above. Hovers are compared with baseline/hovers-*.txt, which `--write` records.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../scripts/lib/root.mjs'
import { createReport } from './lib/report.mjs'

const folder = path.join(root, 'type-tests/hovers')
const files = readdirSync(folder).map((name) => path.join(folder, name))
const writes = process.argv.includes('--write')
const report = createReport()

// Internal names of Authwright, which hovers must not show. Exported names of checks are allowed.
const internal =
  /\binfer\b|\b(?:With[A-Z]\w*|State|InitialState|ObjectState|ConfiguredState|\w+Facts|FactsOf|TokenAfter|SessionOf|SessionAfter|BuiltTypes|BuildResult|\w+Problem|Known|Types)</

/**
 * The maximum length of a hover in characters, and the higher limits of some hovers.
 * docs/contributing/types.md gives the reasons.
 */
const limit = 400
const longer = new Map([
  ['const ⟦auth = base', 1005],
  ['const ⟦stored = base', 753],
  ['const session = await auth.⟦auth(request)', 594],
  [`auth.⟦signIn('github', { request })`, 469],
  [`stored.⟦signIn('credentials', { request, email: '', password: '' })`, 541],
  ['auth.⟦update', 577],
  ['const one = createAuth().⟦provider(github())', 462],
  ['const ⟦two = one.provider(google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) }))', 474],
  ['for⟦m.build', 601],
  ['form.bui⟦ld', 634],
  ['const ⟦stored = two.adapter(db)', 498],
  ['const stored = two.⟦adapter(db)', 530],
  ['const ⟦object = createAuth({ providers: [github(), google()], adapter: db })', 445],
  ['two.⟦build()', 475],
  ['jwt: (⟦params) => {', 421],
  ['export const { handlers, ⟦auth, signIn, signOut, unstable_update } = createAuth()', 564],
  ['.⟦provider(twitch())', 509],
  ['const ⟦built = base', 725],
  ['.call⟦backs({', 881],
  ['.⟦build()', 736],
  ['export const { handlers, ⟦auth, signIn, signOut, unstable_update } = built', 732],
  ['export const { handlers, auth, ⟦signIn, signOut, unstable_update } = built', 551],
  ['export const { handlers, auth, signIn, signOut, unstable_update } = ⟦built', 725],
])

/** Hints are sentences for error messages. Of the hovers over correct code, only these contain one. */
const hint = /"[^"]*(?:Return \{|Return it|Return a|Validate it|Name the|Declare the)[^"]*"/
const hinted = new Set([
  "auth.⟦signIn('github', { request })",
  "stored.⟦signIn('credentials', { request, email: '', password: '' })",
  "export const go = () => ⟦signIn('github')",
  'const { ⟦token, trigger, provider, user, profile, session } = params',
  'session: ({ session, user, ⟦newSession, trigger }) => {',
])

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => files,
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) =>
    existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
})

/** The marks in a source, each with the position that it points at, in order. */
function marksIn(text) {
  const marks = []
  let start = 0
  let above = 0
  for (const line of text.split('\n')) {
    if (/^\s*\/\/[\s^?]*\^[?|]/.test(line)) {
      for (const { 0: mark, index } of line.matchAll(/\^\?|\^\|.*/g)) {
        marks.push({ position: above + index, names: mark === '^?' ? undefined : mark.slice(2).trim() })
      }
    } else above = start
    start += line.length + 1
  }
  return marks
}

/** The line of a position, with the position marked. */
function placeOf(text, position) {
  const start = text.lastIndexOf('\n', position - 1) + 1
  const end = text.indexOf('\n', position)
  return `${text.slice(start, position)}⟦${text.slice(position, end)}`.trim()
}

function hover(file, position) {
  const info = service.getQuickInfoAtPosition(file, position)
  return ts.displayPartsToString(info?.displayParts)
}

function completions(file, position) {
  const entries = service.getCompletionsAtPosition(file, position, {})?.entries ?? []
  const kinds = ['string', 'property', 'method']
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name)
    .sort()
}

function checkRightProgram(label, place, printed) {
  const most = longer.get(place) ?? limit
  report.check(printed.length <= most, `${label} has ${printed.length} characters, and the limit is ${most}.`)
  report.check(
    hint.test(printed) === hinted.has(place),
    `${label} shows a hint, or shows none any more\n${printed}`,
  )
}

function checkFile(file) {
  const name = path.basename(file, '.ts')
  const text = readFileSync(file, 'utf8')
  const shown = []
  for (const { position, names } of marksIn(text)) {
    const place = placeOf(text, position)
    if (names === undefined) {
      const printed = hover(file, position)
      report.check(printed !== '', `${name}: nothing is shown at ${place}`)
      report.check(!internal.test(printed), `${name}: internals are shown at ${place}\n${printed}`)
      report.check(!/(?:: |<|\()any\b/.test(printed), `${name}: any is shown at ${place}\n${printed}`)
      if (name !== 'refused') checkRightProgram(`${name}: ${place}`, place, printed)
      shown.push(`${place}\n${printed}`)
    } else {
      const offered = completions(file, position).join(', ')
      report.check(offered === names, `${name}: at ${place}\n  expected ${names}\n  offered  ${offered}`)
    }
  }
  const refused = service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)
  if (name !== 'refused')
    report.check(refused.length === 0, `${name} does not compile: ${JSON.stringify(refused)}`)
  compare(name, shown)
}

/** A line of dashes separates blocks, because a hover may contain empty lines. */
function compare(name, shown) {
  const file = path.join(root, `type-tests/baseline/hovers-${name}.txt`)
  const separator = `\n${'-'.repeat(80)}\n`
  if (writes) writeFileSync(file, `${shown.join(separator)}\n`)
  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(separator) : []
  report.check(
    recorded.length === shown.length,
    `${name}: ${shown.length} hovers, ${recorded.length} recorded. Run node type-tests/hovers.mjs --write.`,
  )
  for (const [index, printed] of shown.entries()) {
    report.check(
      printed === recorded[index],
      `${name}: recorded is\n${recorded[index]}\nand an editor shows\n${printed}`,
    )
  }
}

for (const file of files) checkFile(file)
report.finish()

/*
 * docs/pictures/compile-error.svg, the picture of README.md: a configuration that cannot work, and the sentence with which the
 * compiler refuses it, as the compiler says it today. Without --write, a picture that differs is a problem.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

const source = `import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

export const { handlers, auth } = createAuth()
  .provider(github())
  .session({ strategy: 'database' })
  .build()`

const COLUMN = 8.4
const LINE = 24
const LEFT = 56
const TOP = 44
const WIDTH = 860

/** The position of the only error, and its sentence. */
function refusal() {
  const file = path.join(root, 'temp/compile-error.ts')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, source)
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  })
  const [error, ...others] = ts.getPreEmitDiagnostics(program)
  const text = error && ts.flattenDiagnosticMessageText(error.messageText, '\n')
  const sentence = text?.match(/"(.+)"/)?.[1]
  if (!error?.file || !sentence || others.length > 0) throw new Error(`Not one sentence, but: ${text}`)
  const { line, character } = ts.getLineAndCharacterOfPosition(error.file, error.start ?? 0)
  return { line, character, length: error.length ?? 1, code: error.code, sentence }
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The line as spans, each in the colour of its kind. @param {string} line */
function coloured(line) {
  const pattern = /('[^']*')|\b(import|from|export|const)\b|\b(\w+)(?=\()/g
  return escaped(line).replaceAll(pattern, (text, string, keyword) => {
    const kind = string ? 's' : keyword ? 'k' : 'f'
    return `<tspan class="${kind}">${text}</tspan>`
  })
}

/** The words of a sentence in lines of at most so many characters. @param {string} text @param {number} length */
const wrapped = (text, length) =>
  text.match(new RegExp(`.{1,${length}}(?=\\s|$)`, 'g'))?.map((line) => line.trim()) ?? []

function picture() {
  const { line, character, length, code, sentence } = refusal()
  const lines = source.split('\n')
  const shown = lines.map(
    (text, index) =>
      `<text class="n" x="${LEFT - 20}" y="${TOP + index * LINE}">${index + 1}</text>` +
      `<text x="${LEFT}" y="${TOP + index * LINE}" xml:space="preserve">${coloured(text)}</text>`,
  )
  const from = LEFT + character * COLUMN
  const below = TOP + line * LINE + 5
  const waves = Array.from({ length: Math.round((length * COLUMN) / 6) }, () => 'q1.5,-3 3,0t3,0').join('')
  const message = wrapped(sentence, 92)
  const box = TOP + lines.length * LINE
  const height = box + 34 + message.length * LINE
  const said = message.map(
    (text, index) =>
      `<text class="m" x="${LEFT + 12}" y="${box + 21 + index * LINE}">${escaped(text)}</text>`,
  )
  const label = `A configuration that does not compile. TypeScript says: ${sentence}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(label).replaceAll('"', '&quot;')}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d6deeb }
.n { fill: #5f7e97; text-anchor: end }
.k { fill: #c792ea }
.s { fill: #ecc48d }
.f { fill: #82aaff }
.m { font-size: 13.5px; fill: #ffffff }
</style>
<rect width="${WIDTH}" height="${height}" rx="10" fill="#0b1526"/>
${shown.join('\n')}
<path d="M${from},${below}${waves}" fill="none" stroke="#ff5874" stroke-width="1.5"/>
<rect x="${LEFT}" y="${box}" width="${WIDTH - LEFT - 24}" height="${12 + message.length * LINE}" rx="6" fill="#1d2b45" stroke="#ff5874"/>
${said.join('\n')}
<text class="n" x="${WIDTH - 24}" y="${TOP - 18}">ts(${code})</text>
</svg>
`
}

const file = path.join(root, 'docs/pictures/compile-error.svg')
const current = picture()
if (process.argv.includes('--write')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, current)
}
const problems =
  readFileSync(file, 'utf8') === current
    ? []
    : [
        `${display(file)} shows another sentence than the compiler: node scripts/compile-error-picture.mjs --write`,
      ]
report(problems, `${display(file)} shows what the compiler says.`)

/*
 * Every TypeScript block of README.md, docs/ and the documentation comments of src compiles against the built
 * package. How blocks refer to each other is described in CONTRIBUTING.md.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { codeBlocks, documentationComments } from './lib/code-blocks.mjs'
import { entries } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

/** @typedef {{ source: string, block: import('./lib/code-blocks.mjs').CodeBlock, file: string }} Sample */

const folder = path.join(root, 'temp/docs')

// An augmentation does not bring in the module it names, so the package is part of every program.
// `authwright/compat/sveltekit` declares `App.Locals` for all of a program, which the builder leaves to the application.
const declarations = entries()
  .filter(({ name }) => name !== 'compat/sveltekit')
  .map(({ name }) => path.join(root, 'dist', `${name}.d.ts`))

/** @type {ts.CompilerOptions} */
const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    // What an application has Prisma generate.
    '@/generated/prisma/client': [path.join(root, 'type-tests/support/prisma-client.ts')],
    // The aliases that the generators of Next.js and SolidStart set up.
    '@/auth': [path.join(folder, 'docs/next.md/auth.ts')],
    '~/auth': [path.join(folder, 'docs/solid-start.md/src/auth.ts')],
  },
  // An example in src may import the modules beside it.
  rootDirs: [path.join(folder, 'src'), path.join(root, 'src')],
}

/** @param {string} name @param {RegExp} pattern */
function filesIn(name, pattern) {
  const parent = path.join(root, name)
  if (!existsSync(parent)) return []
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(parent, file))
}

/** @type {string[]} */
const problems = []

/**
 * The path at which a block is compiled: a page has its own folder, an example is beside its module.
 *
 * @param {string} source
 * @param {import('./lib/code-blocks.mjs').CodeBlock} block
 */
function placeOf(source, block) {
  if (source.endsWith('.md')) return path.join(display(source), block.file)
  const { dir, name } = path.parse(display(source))
  return path.join(dir, `${name}-${block.file}`)
}

/** @param {string} source @returns {readonly Sample[]} */
function samples(source) {
  const text = readFileSync(source, 'utf8')
  const blocks = codeBlocks(source.endsWith('.md') ? text : documentationComments(text))
  const titles = blocks.filter(({ titled }) => titled).map(({ file }) => file)
  for (const title of new Set(titles.filter((title, index) => titles.indexOf(title) !== index))) {
    problems.push(`${display(source)}: two blocks have the title ${title}. Give one another title.`)
  }
  return blocks.map((block) => ({ source, block, file: path.join(folder, placeOf(source, block)) }))
}

// One copy of the libraries' syntax trees serves all programs.
const host = ts.createCompilerHost(options)
const readSourceFile = host.getSourceFile.bind(host)
/** @type {Map<string, ts.SourceFile | undefined>} */
const sourceFiles = new Map()
host.getSourceFile = (/** @type {Parameters<typeof readSourceFile>} */ ...request) => {
  const [name] = request
  if (!sourceFiles.has(name)) sourceFiles.set(name, readSourceFile(...request))
  return sourceFiles.get(name)
}

/**
 * A component is one of Solid where it imports anything of Solid: an application says so once, in its tsconfig.
 *
 * @param {import('./lib/code-blocks.mjs').CodeBlock} block
 */
function codeOf({ code, file }) {
  const isSolid = file.endsWith('.tsx') && /from '(?:solid-js|@solidjs|authwright\/solid)\b/.test(code)
  // On the same line, so that problems have the number of the line that they are on.
  return isSolid ? `/** @jsxImportSource solid-js */ ${code}` : code
}

/** @param {readonly Sample[]} group */
function compile(group) {
  const rootNames = [...declarations, ...group.map(({ file }) => file)]
  const program = ts.createProgram({ rootNames, options, host })
  for (const { source, block, file } of group) {
    const sourceFile = program.getSourceFile(file)
    if (sourceFile === undefined) throw new Error(`${display(file)} is not part of its program.`)
    const diagnostics = [
      ...program.getSyntacticDiagnostics(sourceFile),
      ...program.getSemanticDiagnostics(sourceFile),
    ]
    if (block.mustFail) {
      if (diagnostics.length > 0) continue
      problems.push(`${display(source)}:${block.line}: compiles, but is marked "expect-error".`)
    } else {
      problems.push(
        ...diagnostics.map((diagnostic) => {
          const { line } = ts.getLineAndCharacterOfPosition(
            diagnostic.file ?? sourceFile,
            diagnostic.start ?? 0,
          )
          const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')
          return `${display(source)}:${block.line + line}: TS${diagnostic.code} ${message}`
        }),
      )
    }
  }
}

const documents = ['README.md', 'CONTRIBUTING.md']
  .map((name) => path.join(root, name))
  .filter((file) => existsSync(file))
const sources = [...documents, ...filesIn('docs', /[.]md$/), ...filesIn('src', /[.]tsx?$/)]
const groups = sources.map(samples).filter((group) => group.length > 0)
const all = groups.flat()

rmSync(folder, { recursive: true, force: true })
for (const { file, block } of all) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${codeOf(block)}\n`)
}

// An augmentation holds in the whole program, so a page that has one is compiled apart from the others.
/** @param {readonly Sample[]} group */
const augments = (group) => group.some(({ block }) => /^\s*declare (module|global)\b/m.test(block.code))
for (const group of groups.filter(augments)) {
  // What no other block can import shows one of several ways: its declarations hold for itself alone.
  const alone = group.filter(({ block }) => !block.titled && /^declare module 'authwright/m.test(block.code))
  for (const sample of alone) compile([sample])
  compile(group.filter((sample) => !alone.includes(sample)))
}
const others = groups.filter((group) => !augments(group)).flat()
if (others.length > 0) compile(others)

report(problems, `${all.length} code blocks of ${groups.length} files compile.`)

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { codeBlocks, documentationComments } from './code-blocks.mjs'
import { entries } from './entries.mjs'
import { display, root } from './root.mjs'

/** @typedef {{ source: string, block: import('./code-blocks.mjs').CodeBlock, file: string }} Sample */
/** @typedef {{ samples: readonly Sample[], service: ts.LanguageService }} Program */

const folder = path.join(root, 'temp/docs')

// Augmenting a module does not load it, so the package is part of every program. `authwright/compat/sveltekit` is left out, because it
// declares `App.Locals` for the whole program. With the builder, the application declares this type.
const declarations = [
  ...entries()
    .filter(({ name }) => name !== 'compat/sveltekit')
    .map(({ name }) => path.join(root, 'dist', `${name}.d.ts`)),
  // SvelteKit generates the declaration of its variables in each application.
  path.join(root, 'src/frameworks/sveltekit/kit-modules.d.ts'),
]

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
    // The client that Prisma generates in an application.
    '@/generated/prisma/client': [path.join(root, 'type-tests/support/prisma-client.ts')],
    // SolidStart is installed only in folders of test/frameworks, so it cannot be imported here.
    '@solidjs/start/*': [path.join(root, 'type-tests/support/solid-start.ts')],
    // Path aliases in new applications of Next.js and SolidStart.
    '@/auth': [path.join(folder, 'docs/next.md/auth.ts')],
    '~/auth': [path.join(folder, 'docs/solid-start.md/src/auth.ts')],
  },
  // An example in src may import modules next to it.
  rootDirs: [path.join(folder, 'src'), path.join(root, 'src')],
}

/** @param {string} name @param {RegExp} pattern */
function filesIn(name, pattern) {
  const parent = path.join(root, name)
  return readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(parent, file))
}

/** @param {string} source @param {import('./code-blocks.mjs').CodeBlock} block */
function placeOf(source, block) {
  if (source.endsWith('.md')) return path.join(display(source), block.file)
  const { dir, name } = path.parse(display(source))
  return path.join(dir, `${name}-${block.file}`)
}

/** @param {string} source @returns {readonly Sample[]} */
function samplesOf(source) {
  const text = readFileSync(source, 'utf8')
  const blocks = codeBlocks(source.endsWith('.md') ? text : documentationComments(text))
  return blocks.map((block) => ({ source, block, file: path.join(folder, placeOf(source, block)) }))
}

/** Adds the JSX import source to blocks for Solid. Applications set it in tsconfig.json. @param {import('./code-blocks.mjs').CodeBlock} block */
function codeOf({ code, file }) {
  const isSolid = file.endsWith('.tsx') && /from '(?:solid-js|@solidjs|authwright\/solid)\b/.test(code)
  // The comment is on the same line, so that reported line numbers match the page.
  return isSolid ? `/** @jsxImportSource solid-js */ ${code}` : code
}

// All programs share one copy of the syntax trees of libraries.
const registry = ts.createDocumentRegistry()

/** @param {readonly Sample[]} samples @returns {Program} */
function programOf(samples) {
  const files = [...declarations, ...samples.map(({ file }) => file)]
  /** @type {ts.LanguageServiceHost} */
  const host = {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => files,
    // Files never change, so the service need not check for changes.
    getProjectVersion: () => '1',
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ''),
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  }
  return { samples, service: ts.createLanguageService(host, registry) }
}

/** Writes the blocks to temp/docs. */
export function documentationSamples() {
  const documents = ['README.md', 'CONTRIBUTING.md'].map((name) => path.join(root, name))
  const sources = [...documents, ...filesIn('docs', /[.]md$/), ...filesIn('src', /[.]tsx?$/)]
  const groups = sources.map(samplesOf).filter((group) => group.length > 0)
  rmSync(folder, { recursive: true, force: true })
  for (const { file, block } of groups.flat()) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${codeOf(block)}\n`)
  }
  return groups
}

/** @param {readonly (readonly Sample[])[]} groups @returns {Generator<Program>} */
export function* documentationPrograms(groups) {
  // An augmentation applies to the whole program, so a page with one is compiled separately.
  /** @param {readonly Sample[]} group */
  const augments = (group) => group.some(({ block }) => /^\s*declare (module|global)\b/m.test(block.code))
  for (const group of groups.filter(augments)) {
    // Other blocks cannot import a block without a title. The declarations in such a block must not apply to other
    // blocks, because the page may show several alternatives.
    const isAlone = (/** @type {Sample} */ { block }) =>
      !block.titled && /^declare module 'authwright/m.test(block.code)
    for (const sample of group.filter(isAlone)) yield programOf([sample])
    yield programOf(group.filter((sample) => !isAlone(sample)))
  }
  yield programOf(groups.filter((group) => !augments(group)).flat())
}

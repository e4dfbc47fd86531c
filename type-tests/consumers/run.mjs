/*
 * Projects as users have them: the packed package, installed by npm and by pnpm outside of this repository, and
 * compiled with every supported TypeScript. They export what the package infers, so a type that their declarations
 * cannot name (TS2742, TS2883, TS4023, TS7056) is an error here. Each compilation counts as one test.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { entries } from '../../scripts/lib/entries.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { npm, run, runNode } from '../../scripts/lib/run.mjs'
import { packTarball } from '../../scripts/lib/tarball.mjs'

const compilers = [
  { name: 'TypeScript 5.5', file: 'node_modules/typescript-5.5/bin/tsc' },
  { name: 'TypeScript 5.9', file: 'node_modules/typescript-5.9/bin/tsc' },
  { name: 'TypeScript 6.0', file: 'node_modules/typescript/bin/tsc' },
  { name: 'TypeScript 7', file: 'node_modules/typescript-7/bin/tsc' },
]

const projects = [
  { name: 'declarations, node16', folder: 'declaration', args: ['-p', 'tsconfig.json'] },
  { name: 'project references', folder: 'references', args: ['-b', '--force'] },
  { name: 'declarations, bundler', folder: 'declaration', args: ['-p', 'tsconfig.bundler.json'] },
  { name: 'not strict', folder: 'loose', args: ['-p', 'tsconfig.json'] },
  { name: 'isolated declarations', folder: 'isolated', args: ['-p', 'tsconfig.json'] },
]

const valibot = JSON.parse(readFileSync(path.join(root, 'node_modules/valibot/package.json'), 'utf8')).version
const specifiers = entries().map(({ subpath }) => `authwright${subpath.slice('.'.length)}`)
const folder = mkdtempSync(path.join(tmpdir(), 'authwright-consumers-'))
let passed = 0
let failed = 0

/** @param {string} name @param {string} problem empty if the test passed */
function count(name, problem) {
  if (problem === '') {
    passed += 1
    return
  }
  failed += 1
  console.error(`${name}:\n${problem.replaceAll(folder, '').trim()}\n`)
}

/** Copies the projects into a workspace that depends on the tarball. @param {string} manager @param {string} tarball */
function copyProjects(manager, tarball) {
  const workspace = path.join(folder, manager)
  const source = path.join(import.meta.dirname, 'projects')
  for (const name of readdirSync(source)) {
    const target = path.join(workspace, 'packages', name)
    cpSync(path.join(source, name), target, { recursive: true })
    const manifest = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8'))
    manifest.dependencies = { authwright: `file:${tarball}`, valibot }
    writeFileSync(path.join(target, 'package.json'), JSON.stringify(manifest))
  }
  const imports = specifiers.map((specifier, index) => `import * as entry${index} from '${specifier}'`)
  const members = specifiers.map((specifier, index) => `  '${specifier}': entry${index},`)
  const everyEntry = [...imports, 'export const entries = {', ...members, '}', ''].join('\n')
  writeFileSync(path.join(workspace, 'packages/declaration/src/entries.ts'), everyEntry)
  return workspace
}

/** @param {string} workspace */
function installWithNpm(workspace) {
  writeFileSync(
    path.join(workspace, 'package.json'),
    JSON.stringify({ private: true, workspaces: ['packages/*'] }),
  )
  return npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: workspace,
  })
}

/** @param {string} workspace */
function installWithPnpm(workspace) {
  writeFileSync(path.join(workspace, 'package.json'), JSON.stringify({ private: true }))
  writeFileSync(path.join(workspace, 'pnpm-workspace.yaml'), "packages: ['packages/*']\nhoist: false\n")
  const store = path.join(root, 'node_modules/.cache/pnpm')
  const pnpm = path.join(root, 'node_modules/pnpm/bin/pnpm.cjs')
  return runNode([pnpm, 'install', '--prefer-offline', '--ignore-scripts', '--store-dir', store], {
    cwd: workspace,
  })
}

/** Declarations that import a file of the package instead of an entry point. @param {string} project */
function unnamed(project) {
  return readdirSync(project, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(.*\/)?out(-bundler)?\/.+[.]d[.]ts$/.test(file.split(path.sep).join('/')))
    .flatMap((file) => {
      const found = readFileSync(path.join(project, file), 'utf8').match(
        /(import\(|from )["'][^"']*(node_modules|\/dist\/)[^"']*/g,
      )
      return (found ?? []).map((name) => `${file}: the declarations say ${name}`)
    })
}

/** @param {string} manager @param {string} workspace @param {typeof projects} chosen */
async function compile(manager, workspace, chosen) {
  for (const compiler of compilers) {
    for (const project of chosen) {
      const cwd = path.join(workspace, 'packages', project.folder)
      const { code, output } = await runNode([path.join(root, compiler.file), ...project.args], { cwd })
      const problems = code === 0 ? unnamed(cwd) : [output || `exit code ${code}`]
      count(`${manager}, ${compiler.name}, ${project.name}`, problems.join('\n'))
    }
  }
}

/** Entry points that require a package of the user, with the error of Node.js if the package is missing. */
const peers = new Map([
  ['authwright/adapters/drizzle', lacks('drizzle-orm')],
  ['authwright/compat/react', lacks('react')],
  ['authwright/compat/solid-start', lacks('solid-js')],
  ['authwright/compat/sveltekit', lacks('@sveltejs/kit')],
  ['authwright/react', lacks('react')],
  ['authwright/solid', lacks('solid-js')],
  ['authwright/solid-start', lacks('solid-js')],
  ['authwright/svelte', lacks('svelte')],
  ['authwright/sveltekit', lacks('@sveltejs/kit')],
  // Vite compiles them.
  ['authwright/sveltekit/components', 'ERR_UNKNOWN_FILE_EXTENSION Unknown file extension ".svelte"'],
])

/** @param {string} peer */
function lacks(peer) {
  return `ERR_MODULE_NOT_FOUND Cannot find package '${peer}'`
}

const internals = ['runtime/interpret', 'adapters/contract', 'providers/kinds/oauth', 'dist/index.js']

/** Only public entry points can be loaded. @param {string} workspace */
async function load(workspace) {
  const names = [...specifiers, ...internals.map((name) => `authwright/${name}`)]
  const script = `
    const results = await Promise.allSettled(${JSON.stringify(names)}.map((name) => import(name)))
    console.log(JSON.stringify(results.map(({ reason }) => reason && \`\${reason.code} \${reason.message}\`)))`
  const cwd = path.join(workspace, 'packages/declaration')
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd })
  count('load the entry points', code === 0 ? '' : output)
  /** @type {(string | undefined)[]} */
  const reasons = code === 0 ? JSON.parse(output.slice(output.lastIndexOf('\n[') + 1)) : []
  names.forEach((name, index) => {
    const reason = reasons[index] ?? 'loaded'
    const known = peers.get(name) ?? 'loaded'
    const expected = specifiers.includes(name) ? known : 'ERR_PACKAGE_PATH_NOT_EXPORTED'
    count(`import ${name}`, reason.startsWith(expected) ? '' : `Expected "${expected}", found "${reason}".`)
  })
}

// The layout of node_modules changes the import paths in declarations. It changes neither module resolution
// nor strictness.
const managers = [
  { name: 'npm', install: installWithNpm, projects },
  { name: 'pnpm', install: installWithPnpm, projects: projects.slice(0, 2) },
]

try {
  const tarball = (await packTarball(folder)).file
  await Promise.all(
    managers.map(async ({ name, install, projects }) => {
      const workspace = copyProjects(name, tarball)
      const { code, output } = await install(workspace)
      count(`${name} install`, code === 0 ? '' : output)
      if (code !== 0) return
      await compile(name, workspace, projects)
      if (name === 'npm') await load(workspace)
    }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/*
 * One report of the public types per entry point, in etc/. A report that differs from the built declarations
 * fails with the difference; `npm run api` (this script with --write) updates them, and the difference is reviewed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { entries } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

const write = process.argv.includes('--write')
const folder = path.join(root, 'etc')
const temporary = path.join(root, 'temp/api')
mkdirSync(folder, { recursive: true })
mkdirSync(temporary, { recursive: true })

/** All providers have one report: each is one function with its types. */
const providers = entries().filter(({ name }) => name.startsWith('providers/'))
writeFileSync(
  path.join(temporary, 'providers.d.ts'),
  providers.map(({ name }) => `export * from '../../dist/${name}.js'\n`).join(''),
)

/** @param {string} name @returns {string} the declarations of an entry point, from the root */
const declarationsOf = (name) => (name === 'providers' ? 'temp/api/providers.d.ts' : `dist/${name}.d.ts`)

/** Those that the build writes for `authwright/compat` are the same functions with the types of Auth.js. */
const separate = entries().filter(({ name, written }) => !name.startsWith('providers/') && !written)
const reports = [...separate, { subpath: './providers', name: 'providers' }].map(({ subpath, name }) => {
  const title = subpath === '.' ? 'authwright' : name.replaceAll('/', '-')
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: path.join(root, declarationsOf(name)),
      compiler: {
        overrideTsconfig: {
          extends: './tsconfig.base.json',
          compilerOptions: { noEmit: true, lib: ['es2022', 'dom', 'dom.iterable'] },
          files: [...separate.map((entry) => declarationsOf(entry.name)), declarationsOf('providers')],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${title}.api.md`,
        reportFolder: folder,
        reportTempFolder: temporary,
        // The root's report shows the types it uses without exporting them, too. Each belongs to one report
        // only, or a change of one type would change the report of every provider.
        includeForgottenExports: subpath === '.',
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  return { file: `${title}.api.md`, config }
})

/** Constraints of parameters: TypeScript never writes them into a user's declarations, so that no entry point exports them. */
const internal = new Set(['CheckTable'])

/** @type {string[]} */
const problems = []
/** @type {string[]} */
const changed = []
/** @type {{ file: string, type: string }[]} */
const unexported = []
const first = reports[0]
if (first === undefined) throw new Error('The package has no entry point.')

// One program for all entry points: making one for each would take most of the time.
const compilerState = CompilerState.create(first.config, {
  additionalEntryPoints: reports.map(({ config }) => config.mainEntryPointFilePath),
})

for (const { file, config } of reports) {
  /** @type {string[]} */
  const errors = []
  const result = Extractor.invoke(config, {
    compilerState,
    localBuild: write,
    printApiReportDiff: !write,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text)
      if (message.messageId === 'ae-forgotten-export') {
        unexported.push({ file, type: message.text.match(/symbol "([^"]+)"/)?.[1] ?? message.text })
      }
      if (message.messageId === 'console-api-report-diff') errors.push(message.text)
      message.handled = true
    },
  })
  if (result.apiReportChanged) changed.push(file)
  if (result.apiReportChanged && !write) {
    const difference = errors.length === 0 ? '' : `\n${errors.join('\n')}`
    problems.push(`etc/${file} differs from the built types. Run "npm run api" and review it.${difference}`)
  } else if (result.errorCount > 0) {
    problems.push(`etc/${file}: ${errors.join('\n')}`)
  }
}

const shown = reports
  .map(({ file }) => readFileSync(path.join(temporary, file), 'utf8'))
  .flatMap((text) => [
    ...text.matchAll(/^(?:export )?(?:declare |abstract )*(?:interface|type|class|const|function) (\w+)/gm),
  ])
const shownNames = new Set(shown.map(([, name]) => name))
// A second type of the same name has a number in a report.
const isShown = (/** @type {string} */ type) =>
  [type, type.replace(/_\d+$/, '')].some((name) => shownNames.has(name))
for (const { file, type } of unexported.filter(({ type }) => !isShown(type) && !internal.has(type))) {
  problems.push(`etc/${file}: uses the type ${type}, which no entry point exports. Export it from this one.`)
}

const current = new Set(reports.map(({ file }) => file))
for (const file of readdirSync(folder).filter((name) => name.endsWith('.api.md') && !current.has(name))) {
  if (write) rmSync(path.join(folder, file))
  else problems.push(`${display(path.join(folder, file))} belongs to no entry point. Run "npm run api".`)
}

report(
  problems,
  write
    ? `${changed.length} of ${reports.length} reports updated.`
    : `${reports.length} reports are up to date.`,
)

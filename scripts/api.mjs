/*
 * Compares the public types of each entry point with its report in etc/. `npm run api` (this script with --write)
 * updates the reports, so that a review shows each change.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { entries } from './lib/entries.mjs'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const write = process.argv.includes('--write')
const configFile = path.join(root, 'api-extractor.json')
const temporary = path.join(root, 'temp/api')
mkdirSync(temporary, { recursive: true })

/** The providers share one report, because each is only one function with its types. */
const providers = entries().filter(({ name }) => name.startsWith('providers/'))
writeFileSync(
  path.join(temporary, 'providers.d.ts'),
  providers.map(({ name }) => `export * from '../../dist/${name}.js'\n`).join(''),
)

/** @param {string} title @param {string} mainEntryPointFilePath */
function configOf(title, mainEntryPointFilePath) {
  const { apiReport, ...settings } = ExtractorConfig.loadFile(configFile)
  // Types that an entry point uses without exporting them are only in the report of `internal`. Otherwise, a
  // change of one type would change the report of every provider.
  const reportOptions = { reportFileName: `${title}.api.md`, includeForgottenExports: title === 'internal' }
  return ExtractorConfig.prepare({
    configObject: {
      ...settings,
      mainEntryPointFilePath,
      apiReport: { enabled: true, ...apiReport, ...reportOptions },
    },
    configObjectFullPath: configFile,
    packageJsonFullPath: path.join(root, 'package.json'),
  })
}

/** Modules of `authwright/compat/providers` are generated, so they have no report. */
const separate = entries().filter(({ name, written }) => !name.startsWith('providers/') && !written)
const reports = [
  ...separate.map(({ name }) =>
    configOf(
      name === 'index' ? 'authwright' : name.replaceAll('/', '-'),
      `<projectFolder>/dist/${name}.d.ts`,
    ),
  ),
  configOf('providers', '<projectFolder>/temp/api/providers.d.ts'),
]
const [first] = reports
if (first === undefined) throw new Error('The package has no entry point.')

// All entry points share one program, because creating a program for each would be slow.
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: reports.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
})
// Reports with members that have no docblock: in `errors`, the members of the base class; in `internal`, types that
// only the compiler needs; in `languages`, keys of sentences; in `providers`, fields of profiles.
const incomplete = ['errors', 'internal', 'languages', 'providers'].map((title) => `etc/${title}.api.md`)
/** @type {string[]} */
const problems = []
/** @type {(readonly [file: string, type: string])[]} */
const unexported = []
for (const config of reports) {
  const file = `etc/${path.basename(config.reportFilePath)}`
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: write,
    printApiReportDiff: !write,
    messageCallback: (message) => {
      message.handled = true
      const { logLevel, messageId, text, sourceFilePath, sourceFileLine } = message
      if (messageId === 'ae-forgotten-export') unexported.push([file, text.match(/"([^"]+)"/)?.[1] ?? text])
      else if (messageId === 'ae-undocumented' && !incomplete.includes(file)) {
        const place = `${path.relative(root, sourceFilePath ?? '')}:${sourceFileLine}`
        problems.push(`${file}: ${text} Add a docblock to its source: ${place}.`)
      } else if (logLevel === 'error' || messageId === 'console-api-report-diff')
        problems.push(`${file}: ${text}`)
    },
  })
  if (apiReportChanged && !write)
    problems.push(`${file} differs from the built types. Run "npm run api" and review it.`)
}

// Types that need no export: constraints of type parameters, which TypeScript never writes into declarations
// of users.
const unexportedTypes = ['CheckTable']
const allReports = reports
  .map(({ reportTempFilePath }) => readFileSync(reportTempFilePath, 'utf8'))
  .join('\n')
for (const [file, type] of unexported) {
  // If two types have the same name, the report adds a number to the second name.
  const declaration = `^(?:export )?(?:declare |abstract )*(?:interface|type|class|const|function) ${type.replace(/_\d+$/, '(?:_\\d+)?')}\\b`
  if (!unexportedTypes.includes(type) && !new RegExp(declaration, 'm').test(allReports))
    problems.push(
      `${file}: uses the type ${type}, which no entry point exports. Export it from this entry point.`,
    )
}

const current = reports.map(({ reportFilePath }) => path.basename(reportFilePath))
const folder = path.join(root, 'etc')
for (const file of readdirSync(folder).filter(
  (name) => name.endsWith('.api.md') && !current.includes(name),
)) {
  if (write) rmSync(path.join(folder, file))
  else problems.push(`etc/${file} belongs to no entry point. Run "npm run api".`)
}
report(problems, `${reports.length} reports are up to date.`)

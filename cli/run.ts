import { readFile } from 'node:fs/promises'
import { type CAC, cac } from 'cac'
import { type CommandContext, CommandError, didYouMean } from './context.js'
import { packageFiles } from './package-files.js'
import { frameworks } from './project/framework-defaults.js'

/** Returns the exit code. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await runMatched(commandsFor(context), args, context)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (['CommandError', 'CACError'].includes(error.name)) context.warn(error.message)
    else if (isRefusedByFileSystem(error)) context.warn(`${error.message}. Change the permissions.`)
    else throw error
    return 1
  }
}

function isRefusedByFileSystem({ code }: NodeJS.ErrnoException): boolean {
  return /^(?:EACCES|EPERM|EROFS)$/.test(code ?? '')
}

/** Declares the commands. The module of a command is loaded only when the command runs. */
function commandsFor(context: CommandContext): CAC {
  const cli = cac('authwright')
  cli
    .command('init', 'Add Authwright to the application in this folder')
    .option(
      '--provider <id>',
      'A provider; repeat the option for several. dev is a page with test users for development',
    )
    .option('--adapter <name>', 'The database: sqlite, pg, drizzle, kysely, prisma or none')
    .option('--framework <name>', `One of ${frameworks.join(', ')}. Default: detected`)
    .option(
      '--yes',
      'Do not prompt, and keep your files. Default: test users, GitHub in production, no database',
    )
    .option('--dry-run', 'Print the differences and write nothing')
    .option('--no-install', 'Print the packages to install, but install none')
    .action(async ({ provider, adapter, framework, dryRun = false, install }) =>
      (await import('./commands/init.js')).init(context, {
        provider: listOf(provider),
        adapter,
        framework,
        dryRun,
        install,
      }),
    )
  cli
    .command(
      'add <name>',
      'Add a provider such as google, a database (sqlite, pg, drizzle, kysely, prisma), passkeys, password or email',
    )
    .option('--file <path>', 'The file of the configuration. Default: detected')
    .option('--dry-run', 'Print the differences and write nothing')
    .option('--no-install', 'Print the packages to install, but install none')
    .action(async (name: string, { file, dryRun = false, install }) =>
      (await import('./commands/add.js')).add(context, name, { file, dryRun, install }),
    )
  cli
    .command('doctor', 'Check versions, variables, providers and the database of the application')
    .option('--json', 'Print the findings as JSON')
    .option('--production', 'Check the variables of this process for a deployment; .env files are ignored')
    .option('--offline', 'Send no request to a provider')
    .action(async ({ json = false, production = false, offline = false }) =>
      (await import('./commands/doctor.js')).doctor(context, { json, production, offline }),
    )
  cli
    .command('migrate', 'Migrate an application from next-auth 4 or Auth.js 5 to Authwright')
    .option(
      '--imports',
      'Replace only the imports: the configuration stays an object with the names of Auth.js',
    )
    .option('--yes', 'Do not prompt')
    .option('--dry-run', 'Print the differences and write nothing')
    .action(async ({ imports = false, dryRun = false }) =>
      (await import('./commands/migrate.js')).migrate(context, { imports, dryRun }),
    )
  cli
    .command('secret', 'Print a secret, or write AUTH_SECRET to the .env file of the framework')
    .option('--write', 'Write the secret to the .env file, unless a .env file already sets AUTH_SECRET')
    .action(async ({ write = false }) => (await import('./commands/secret.js')).secret(context, { write }))
  cli
    .command('explain [code]', 'Print the page of a rule, such as duplicateId')
    .action(async (code?: string) => (await import('./commands/explain.js')).explain(context, code))
  cli
    .command('schema [adapter]', 'Print the tables that an adapter needs')
    .action(async (adapter?: string) => (await import('./commands/schema.js')).schema(context, adapter))

  cli.usage('<command> [options]')
  cli.option('-h, --help', 'Show the options of a command')
  cli.option('-v, --version', 'Show the version')

  return cli
}

async function runMatched(cli: CAC, args: readonly string[], context: CommandContext): Promise<number> {
  cli.parse(['node', 'authwright', ...args], { run: false })
  const { matchedCommand: command } = cli
  if (cli.options['version'] === true) {
    context.print(`${await version()}\n`)
    return 0
  }
  if (cli.options['help'] === true || args.length === 0) {
    context.print(help(cli))
    return 0
  }
  if (command === undefined) {
    const [name = ''] = cli.args
    if (name === '') throw new CommandError('Name a command. authwright --help lists all commands.')
    const commands = cli.commands.map((each) => each.name)
    throw new CommandError(
      `There is no command "${name}".${didYouMean(name, commands)} authwright --help lists all commands.`,
    )
  }
  const requiredArgument = command.args.find(({ required }) => required)
  if (requiredArgument !== undefined && cli.args.length === 0) {
    throw new CommandError(
      `authwright ${command.name} needs a ${requiredArgument.value}: see authwright ${command.name} --help.`,
    )
  }
  command.checkUnusedArgs()
  return (await cli.runMatchedCommand()) ?? 0
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  const names = [value ?? []].flat().flatMap((each) => String(each).split(','))
  return names.length === 0 ? undefined : names.map((name) => name.trim())
}

async function version(): Promise<string> {
  return (JSON.parse(await readFile(packageFiles.manifest, 'utf8')) as { version: string }).version
}

function help({ commands, matchedCommand, globalCommand }: CAC): string {
  const table = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([left]) => left.length))
    return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
  }
  const options = [...(matchedCommand?.options ?? []), ...globalCommand.options]
  const optionTable = table(options.map(({ rawName, description }) => [rawName, description] as const))
  if (matchedCommand !== undefined) {
    const { rawName, description } = matchedCommand
    return `Usage: authwright ${rawName} [options]\n\n${description}.\n\n${optionTable}\n`
  }
  const commandTable = table(commands.map(({ rawName, description }) => [rawName, description] as const))
  return `Usage: authwright <command> [options]\n\n${commandTable}\n\n${optionTable}\n`
}

import { realpathSync } from 'node:fs'
import path from 'node:path'
import {
  type AdapterName,
  adapterNames,
  emptyPart,
  type Part,
  planAdapter,
  readVariable,
} from '../adapters.js'
import { type CommandContext, CommandError, didYouMean } from '../context.js'
import {
  addAdapter,
  addProviders,
  basePathIn,
  type Configuration,
  calls,
  countProviders,
  findConfiguration,
  hasAdapter,
} from '../edit/chain.js'
import { declareVariables } from '../edit/declared-variables.js'
import { addImport, type EditedModule, editedText, localName, parseModule } from '../edit/module.js'
import { adaptSessions, type SessionChange } from '../edit/user-id.js'
import { configuredMail, mailModule, mailProviders, mailServices, SENDER, SERVER } from '../mail.js'
import { pagePath } from '../package-files.js'
import { applyChanges, type Change, install, isInstalled } from '../project/changes.js'
import { changeEnvFile, changeGitignore, envFileOf } from '../project/env-file.js'
import type { Framework } from '../project/framework-defaults.js'
import { type Project, readProject } from '../project/project.js'
import { withServerPort } from '../project/server-modules.js'
import { readStyle, restyle } from '../project/style.js'
import { developmentUrl, providerIds, readProvider, variableName, variablesOf } from '../providers.js'
import { linkAccountPage } from '../templates/account-link.js'
import { findAuthFile } from '../templates/auth-module.js'
import { mayReloadInLoop } from '../templates/next-config.js'
import { productionCondition } from '../templates/production-condition.js'

export interface AddOptions {
  readonly dryRun: boolean
  readonly install: boolean
  /** The path of the configuration, from the working directory. */
  readonly file?: string | undefined
}

export async function add(context: CommandContext, typed: string, options: AddOptions): Promise<void> {
  const name = typed === 'passwords' ? 'password' : typed
  const detected = withServerPort(await readProject(context.cwd))
  const file =
    options.file === undefined
      ? findAuthFile(detected)
      : path
          .relative(detected.root, path.resolve(realpathSync(context.cwd), options.file))
          .replaceAll(path.sep, '/')
  const text = detected.read(file)
  if (text === undefined) {
    throw new CommandError(
      `${file} does not exist. Run npx authwright init first, or pass the file of the configuration with --file <path>.`,
    )
  }
  const module = parseModule(file, text)
  const configuration = findConfiguration(module)
  if (configuration === undefined) {
    throw new CommandError(
      `${file} does not call createAuth() of authwright. Pass the file that calls it with --file <path>.`,
    )
  }
  const project = { ...detected, basePath: basePathIn(configuration) ?? detected.basePath }

  // If there is an adapter or a second provider, an earlier `add` has probably printed the advice.
  const printsReloadAdvice = !hasAdapter(configuration) && countProviders(configuration) < 2
  const part = await addPart(project, module, configuration, { name, file })

  const edited: Change = { file, after: editedText(module), mode: 'insert' }
  const declared = declareVariables(project, part.variables)
  const changes = [
    ...(edited.after === text ? [] : [edited]),
    ...part.files,
    declared.change,
    changeEnvFile(project, part.variables),
    part.ignored.length > 0 ? changeGitignore(project, part.ignored) : undefined,
  ].filter((each) => each !== undefined)
  const { written } = await applyChanges(context, project, changes, options)
  const created = part.files
    .filter(({ file, mode }) => mode === 'create' && written.includes(file))
    .map(({ file }) => file)
  if (created.length > 0) context.print(`\nWrote\n${created.map((file) => `  ${file}\n`).join('')}`)
  const missing = part.packages.filter((each) => !isInstalled(project, each))
  const failure = await install(context, project, missing, options)
  if (options.dryRun) return
  if (written.length === 0 && missing.length === 0) {
    context.print(`${file} already has ${part.factory.name}(). Nothing changed.\n`)
    return
  }
  for (const note of [...part.notes, declared.note ?? []].flat()) context.print(`\n${note}\n`)
  if (part.variables.length > 0 || missing.length > 0) {
    context.print(
      '\nIf the development server is running, restart it, so that it loads the new packages and variables.\n',
    )
    // Without the folder `.next`, Next.js has not run yet.
    const mayReload = mayReloadInLoop(project) && project.exists('.next')
    if (mayReload && printsReloadAdvice) {
      context.print(
        `If a page then reloads in a loop, stop the server and delete the folder .next: see "A page that reloads in a loop" in ${pagePath('next.md')}.\n`,
      )
    }
  }
  if (failure) throw failure
}

async function addPart(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<ProjectChanges> {
  if (name === 'password') return addPassword(project, module, configuration, file)
  const isAdapter = (adapterNames as readonly string[]).includes(name)
  if (!isAdapter) {
    const provider = await planProvider(project, name)
    addProviders(module, configuration, providerSources(project, module, configuration, [provider]))
    return provider
  }
  const part = await planAdapter(project, name as AdapterName, file)
  addAdapterStep(project, module, configuration, part)
  const sessions = hasAdapter(configuration) ? 'unchanged' : adaptSessions(module, configuration)
  const link = linkAccountPage(project)
  const advice = link
    ? `${link.file} links to it.`
    : `Link to it: see "The account page" in ${pagePath('accounts.md')}.`
  return {
    ...part,
    files: [...part.files, ...(link ? [link] : [])],
    notes: [
      ...part.notes,
      ...sessionNotes[sessions],
      `Signed-in users have an account page at ${accountPage(project)}, with their accounts, passkeys and devices. ${advice}`,
    ],
  }
}

const sessionNotes: Readonly<Record<SessionChange, readonly string[]>> = {
  unchanged: [],
  database: ['Sessions are in the database now, so users have to sign in again.'],
  kept: [
    `Your callbacks use the token, so .session({ strategy: 'jwt' }) was added: sessions stay in sealed cookies. To store sessions in the database instead, remove jwt and token from the callbacks, and this strategy: see ${pagePath('sessions.md')}.`,
  ],
  unknown: [
    `Sessions are in the database now, where callbacks get user instead of token. If your callbacks use jwt or token, add .session({ strategy: 'jwt' }): see ${pagePath('sessions.md')}.`,
  ],
}

async function addPassword(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  file: string,
): Promise<ProjectChanges> {
  const earlier = localName(module, 'password', (from) => /(^|\/)password-providers\b/.test(from))
  if (earlier !== undefined) {
    throw new CommandError(
      `${file} has providers for passwords that an earlier version of this command wrote. They work as before. To let password() store the passwords, see "Move from the files of an earlier add password" in ${pagePath('passwords.md')}.`,
    )
  }
  const planned = await planProvider(project, 'password')
  const createsTables = ['sqlite', 'pg'].some(
    (each) => localName(module, each, (from) => from === `authwright/adapters/${each}`) !== undefined,
  )
  const passwordPart = createsTables
    ? planned
    : {
        ...planned,
        notes: [
          ...planned.notes,
          'With Drizzle, Kysely or Prisma, add the table auth_passwords first: npx authwright schema prints it.',
        ],
      }
  const mail =
    configuredMail(module, configuration).length > 0 ? undefined : await planProvider(project, 'email')
  const parts = mail ? [passwordPart, mail] : [passwordPart]
  addProviders(module, configuration, providerSources(project, module, configuration, parts))
  if (!mail) return passwordPart
  return {
    ...passwordPart,
    packages: [...passwordPart.packages, ...mail.packages],
    variables: mail.variables,
    notes: [
      ...passwordPart.notes,
      `password() sends mails, so nodemailer() was added, too. ${mail.notes.join(' ')} If users should not sign in by mail, remove nodemailer() and pass send to password().`,
    ],
  }
}

type ProjectChanges = Omit<Part, 'argument' | 'imports'>

function needsDatabase(name: string): CommandError {
  return new CommandError(
    `${name} needs a database. Run npx authwright add sqlite or another adapter first: ${adapterNames.join(', ')}.`,
  )
}

function addAdapterStep(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  part: Part,
): void {
  if (isConfigured(module, configuration, part)) return
  if (hasAdapter(configuration)) {
    throw new CommandError(
      'The configuration already has an adapter, and only one is allowed. Remove it first.',
    )
  }
  addAdapter(module, configuration, sourceOf(project, module, part))
}

/** The source of the providers to add, without those that the configuration already has. */
function providerSources(
  project: Project,
  module: EditedModule,
  configuration: Configuration,
  parts: readonly Part[],
): readonly string[] {
  const missing = parts.filter((part) => !isConfigured(module, configuration, part))
  const mails = mailProviders.map(mailModule)
  const dependent = missing.find(
    ({ factory: { from } }) => /\/pass(key|word)$/.test(from) || mails.includes(from),
  )
  if (dependent && !hasAdapter(configuration)) throw needsDatabase(`${dependent.factory.name}()`)
  return missing.map((part) => sourceOf(project, module, part))
}

function isConfigured(module: EditedModule, configuration: Configuration, { factory }: Part): boolean {
  const local = localName(module, factory.name, (from) => from === factory.from)
  return local !== undefined && calls(configuration, local)
}

/** Returns the source of a call of the factory. Adds the imports of this call to the module. */
function sourceOf(project: Project, module: EditedModule, { factory, argument, imports }: Part): string {
  const local = addImport(module, factory.name, factory.from)
  const localNames = new Map(
    imports.map(({ name, from }) => [
      name,
      from === ''
        ? name
        : addImport(module, name, from, [name, `auth${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
    ]),
  )
  const localArgument = argument
    // A property in short form, such as `{ users }`, keeps its name: `{ users: authUsers }`.
    .replaceAll(/(?<=[{,]\s*)([A-Za-z]\w*)(?=\s*[,}])/g, (word) =>
      (localNames.get(word) ?? word) === word ? word : `${word}: ${word}`,
    )
    .replaceAll(/\b[A-Za-z]\w*\b(?!\s*:)/g, (word) => localNames.get(word) ?? word)
  const style = { ...readStyle(project), quote: module.quote === '"' ? '"' : "'" } as const
  return restyle(`${local}(${localArgument})`, style).replaceAll('\n', module.newline)
}

const mysqlAdvice = `Use kysely or drizzle, which work with MySQL and MariaDB: npx authwright add kysely. See ${pagePath('adapters.md')}.`
const authJsAdapterAdvice = `Use the adapter of Auth.js for it, such as @auth/mongodb-adapter: see ${pagePath('adapters.md')}.`

const databaseAdvice: Readonly<Record<string, string>> = {
  mysql: mysqlAdvice,
  mariadb: mysqlAdvice,
  postgres: 'Run npx authwright add pg.',
  postgresql: 'Run npx authwright add pg.',
  mongodb: authJsAdapterAdvice,
  mongo: authJsAdapterAdvice,
  supabase: 'Run npx authwright add pg, with the connection string of Supabase.',
  dynamodb: authJsAdapterAdvice,
}

function accountPage({ origin, basePath }: Project): string {
  return `${origin}${basePath}/account`
}

const signInPageSections: Readonly<Record<Framework, readonly [heading: string, page: string]>> = {
  next: ['A sign-in page of your own', 'pages.md'],
  sveltekit: ['Signing in and out', 'sveltekit.md'],
  'solid-start': ['A complete configuration', 'solid-start.md'],
  nuxt: ['A sign-in page of your own', 'nuxt.md'],
  hono: ['In Hono', 'pages.md'],
  express: ['In Express', 'pages.md'],
  node: ['A page of your own', 'passkeys.md'],
}

function signInPageSection({ framework }: Project): string {
  const [heading, page] = signInPageSections[framework]
  return `"${heading}" in ${pagePath(page)}`
}

async function planProvider(project: Project, name: string): Promise<Part> {
  if (name === 'passkeys' || name === 'passkey') {
    return {
      ...emptyPart,
      factory: { name: 'passkey', from: 'authwright/providers/passkey' },
      argument: '',
      packages: ['@simplewebauthn/server'],
      notes: [
        `The sign-in page offers passkeys, and signed-in users add them at ${accountPage(project)}. They work on localhost and over HTTPS. A sign-in page of your own needs a button: see ${signInPageSection(project)}.`,
      ],
    }
  }
  if (name === 'password') {
    return {
      ...emptyPart,
      factory: { name: 'password', from: 'authwright/providers/password' },
      argument: '',
      packages: ['@node-rs/argon2'],
      notes: [`Open ${project.origin}${project.basePath}/signup. See ${pagePath('passwords.md')}.`],
    }
  }
  if (name === 'email' || name === 'nodemailer') {
    const [server, from] = ['EMAIL_SERVER', 'EMAIL_FROM'].map((each) => readVariable(project, each))
    return {
      ...emptyPart,
      factory: { name: 'nodemailer', from: mailModule('nodemailer') },
      argument: `{\n    server: ${server?.source},\n    from: ${from?.source},\n  }`,
      imports: server?.imports ?? [],
      packages: ['nodemailer'],
      variables: [SERVER, SENDER],
      notes: [
        `In development, mails are printed in the terminal until EMAIL_SERVER and EMAIL_FROM are set to your mail server and sender: see ${pagePath('email.md')}.`,
      ],
    }
  }
  if (mailServices.includes(name)) {
    const from = readVariable(project, 'EMAIL_FROM')
    return {
      ...emptyPart,
      factory: { name, from: mailModule(name) },
      argument: `{ from: ${from.source} }`,
      imports: from.imports,
      variables: [
        { name: variableName(name, 'KEY'), value: '', comment: `The API key of ${name}, and the sender` },
        SENDER,
      ],
      notes: [
        `In development, mails are printed in the terminal until ${variableName(name, 'KEY')} and EMAIL_FROM are set: see ${pagePath('email.md')}.`,
      ],
    }
  }
  if (name === 'credentials') {
    throw new CommandError(
      `credentials() needs a function that you write. For passwords, run npx authwright add password: see ${pagePath('guides/own-passwords.md')}.`,
    )
  }
  const advice = Object.hasOwn(databaseAdvice, name) ? databaseAdvice[name] : undefined
  if (advice !== undefined) throw new CommandError(`There is no adapter "${name}". ${advice}`)
  const ids = await providerIds()
  if (!ids.includes(name)) {
    const names = [...ids, ...adapterNames, 'passkeys', 'password', 'email', ...mailServices]
    throw new CommandError(
      `There is no provider, adapter or feature named "${name}".${didYouMean(name, names)} Providers are listed in ${pagePath('providers/README.md')}.`,
    )
  }
  const provider = await readProvider(name)
  const field = provider.registration.field
  const call = `${provider.factory}(${provider.options})`
  return {
    ...emptyPart,
    factory: { name: provider.factory, from: `authwright/providers/${name}` },
    argument: provider.options,
    variables: variablesOf(project, provider),
    notes: [
      `Create ${provider.registration.create} at ${provider.registration.console}, with the callback URL${field ? ` (${field.replaceAll('**', '')})` : ''}:`,
      provider.needsHttps
        ? `  ${developmentUrl(project, provider)}\n${provider.name} refuses http: URLs, also on your own machine. There, use the https: URL of a tunnel, and set AUTH_URL to its origin.`
        : `  ${developmentUrl(project, provider)}\n  https://<your application>${project.basePath}/callback/${name}`,
      `Then set ${provider.variables.join(', ')} in ${envFileOf(project)}. Until then, the sign-in page does not show ${name}. To use it with test users in development, replace the inserted ${call} with ${productionCondition(project)} ? ${call} : dev({ as: ${call} }). See "Replace a provider" in ${pagePath('dev.md')}.`,
    ],
  }
}

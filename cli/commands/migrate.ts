import type { CommandContext } from '../context.js'
import { buildChains } from '../migrate/chain.js'
import { loadAugmented, useCompatNames } from '../migrate/compat-names.js'
import { leaveAuthorize } from '../migrate/credentials.js'
import { castFormValues } from '../migrate/form-values.js'
import { leaveCookieNames } from '../migrate/legacy-cookies.js'
import { leaveLogger } from '../migrate/legacy-logger.js'
import { leaveRoutes, makeInstance } from '../migrate/legacy-options.js'
import { useInstance } from '../migrate/legacy-server.js'
import { changeManifest } from '../migrate/manifest.js'
import { refuseOtherIntegrations, refuseWithoutAuthJs } from '../migrate/other-integrations.js'
import { addProfileIds } from '../migrate/profile-ids.js'
import { readSources, type Sources } from '../migrate/sources.js'
import { joinSplit } from '../migrate/split/join-split.js'
import { marker, remainingIn } from '../migrate/syntax.js'
import { leaveTenantIds } from '../migrate/tenant-ids.js'
import { assertMocks, assertProviderIds } from '../migrate/type-assertions.js'
import { replaceWithAuth } from '../migrate/with-auth.js'
import { pagePath } from '../package-files.js'
import { applyChanges } from '../project/changes.js'
import { readProject } from '../project/project.js'
import { outdatedFrameworks } from '../project/requirements.js'

export interface MigrateOptions {
  /** Whether the configuration stays an object with the option names of Auth.js. */
  readonly imports: boolean
  readonly dryRun: boolean
}

const mayNeedMigration =
  /next-auth|@auth\/|@solid-auth\/|NEXTAUTH_|authwright|\bauthOptions\b|\bauthConfig\b|auth\.config|\bsign(?:In|Out)\(|\bcallbackUrl\b|\blocals\b.*\bgetSession\b|\bgetSession\b.*\blocals\b|\b(?:auth|signIn|signOut) as /

export async function migrate(context: CommandContext, { imports, dryRun }: MigrateOptions): Promise<number> {
  const project = await readProject(context.cwd)
  const sources = readSources(project, mayNeedMigration)
  refuseOtherIntegrations(sources)
  if (
    !sources
      .files()
      .some((file) =>
        /['"](?:next-auth['"/]|@auth\/|@solid-auth\/|authwright)/.test(project.read(file) ?? ''),
      )
  ) {
    refuseWithoutAuthJs(sources)
  }
  if (sources.packages.length > 0)
    sources.notes.add(`Run the command in ${sources.packages.join(', ')}, too.`)
  leaveAuthorize(sources)
  await addProfileIds(sources)
  leaveTenantIds(sources)
  leaveLogger(sources)
  const instance = makeInstance(sources)
  useInstance(sources, instance)
  leaveRoutes(sources)
  replaceWithAuth(sources)
  leaveCookieNames(sources)
  useCompatNames(sources)
  renderSnippets(sources)
  if (!imports) {
    joinSplit(sources)
    await buildChains(sources)
    castFormValues(sources)
    assertProviderIds(sources)
    assertMocks(sources)
  }
  loadAugmented(sources)
  sources.revertFailures()
  renameVariables(sources)
  await changeManifest(sources)

  const changes = sources.changes()
  if (context.prompts && !dryRun && changes.length > 0) {
    const question = `Change ${countOf(changes, 'file')}? --dry-run shows the differences.`
    if (!(await context.prompts.confirm(question, true))) {
      context.print('Nothing was written.\n')
      return 1
    }
  }
  const { written } = await applyChanges(context, project, changes, { dryRun })
  const code = report(context, sources, dryRun ? changes.map(({ file }) => file) : written, { dryRun })
  const outdated = await outdatedFrameworks(project)
  if (outdated !== undefined) context.print(`\n${outdated}\n`)
  return code
}

function report(
  { print }: CommandContext,
  sources: Sources,
  changed: readonly string[],
  { dryRun }: Pick<MigrateOptions, 'dryRun'>,
): number {
  const remaining = sources
    .mentioning(marker)
    .flatMap((file) => remainingIn(file, sources.read(file) ?? ''))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  const named = sources
    .named(namingFile)
    .filter((file) => !sources.failures.has(file))
    .flatMap((file) => namesIn(file, sources.read(file) ?? ''))
  if (changed.length === 0) print('Nothing changed.\n')
  else print(`\n${dryRun ? 'Would change' : 'Changed'} ${countOf(changed, 'file')}:\n${lines(changed)}`)
  if (changed.length > 0) for (const note of sources.notes) print(`\n${note}\n`)
  if (sources.failures.size > 0) {
    print(`\nNot changed:\n${lines([...sources.failures.values()])}`)
  }
  if (named.length > 0) print(`\nThese lines still name a package of Auth.js:\n${lines(named)}`)
  if (remaining.length === 0) {
    if (changed.length > 0 && sources.failures.size + named.length === 0)
      print('\nNothing remains to do in the sources. Run your type check.\n')
  } else {
    const places = remaining.map(({ file, line, message }) => `${file}:${line} ${message}`)
    print(
      `\n${countOf(remaining, 'place')} ${remaining.length === 1 ? 'remains' : 'remain'}, each with a comment ${marker} The project may not compile there.\n${lines(places)}`,
    )
  }
  return remaining.length + sources.failures.size + named.length === 0 ? 0 : 1
}

/** Matches the names of files in which a string may be the name of a module. */
const namingFile = /(?:[.](?:[cm]?[jt]sx?|svelte|mdx)|^[tj]sconfig[\w.-]*[.]json)$/

/** Matches a module of Auth.js. Leaves out the providers of `@auth/core`, because some of them have no replacement. */
const authJsModule =
  /(["'`])((?:next-auth|@auth\/(?:core(?!\/providers\/)|sveltekit|solid-start)|@solid-auth\/\w+)(?:\/[^"'`\s]*)?)\1/

function namesIn(file: string, text: string): readonly string[] {
  const all = text.split('\n')
  return all.flatMap((line, index) => {
    const name = line.match(authJsModule)?.[2]
    const isListed = [all[index - 1], line].some((each) => each?.includes(marker))
    return name === undefined || isListed || /^\s*(?:\/\/|\*)/.test(line)
      ? []
      : `${file}:${index + 1} ${name}`
  })
}

function countOf({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? '' : 's'}`
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `  ${entry}\n`).join('')
}

const renamedVariables = [
  ['NEXTAUTH_SECRET', 'AUTH_SECRET'],
  ['NEXTAUTH_URL', 'AUTH_URL'],
] as const

const configurationFile =
  /(?:^|\/)(?:[.]env[\w.-]*|docker-compose[\w.-]*[.]ya?ml|compose[\w.-]*[.]ya?ml|Dockerfile[\w.-]*|turbo[.]json|vercel[.]json|app[.]json|fly[.]toml|render[.]ya?ml)$/

export function renameVariables(sources: Sources): void {
  const files = [...sources.files(), ...sources.named(configurationFile)]
  for (const [oldName, newName] of renamedVariables) {
    const pattern = new RegExp(`\\b${oldName}\\b`, 'g')
    const texts = files.map((file) => ({ file, text: sources.read(file) ?? '' }))
    const found = texts.filter(({ text }) => text.search(pattern) !== -1)
    // A file that could not be changed keeps the old name.
    if (found.length === 0 || found.some(({ file }) => sources.failures.has(file))) continue
    // If a file contains both names, both are kept, because only the user knows which of them is in use.
    if (found.some(({ text }) => new RegExp(`\\b${newName}\\b`).test(text))) continue
    for (const { file, text } of found) sources.write(file, text.replaceAll(pattern, newName))
    sources.notes.add(`${oldName} was renamed to ${newName}. Set the new name in each deployment too.`)
  }
}

const slotElement =
  /<([\w:.-]+)((?:\s+(?!slot=)[^\s>]+)*)\s+slot=(?:"submitButton"|'submitButton')([^>]*)(?<!\/)>([\s\S]*?)<\/\1\s*>/g

/** Matches the start of an element with the slot `submitButton` that has no comment yet. */
const slottedTag =
  /(?<!TODO\(authwright\):.*-->\s*)(^[^\S\n]*)?(<(?=[\w:])[^<]*?\sslot=(["'])submitButton\3)/gm

const slotHelp = `${pagePath('migrating/names.md')}#what-has-to-be-edited-by-hand`

/** Changes the slot `submitButton` of `SignIn` and `SignOut` to a snippet, because Svelte 5 silently ignores the slot. */
export function renderSnippets(sources: Sources): void {
  for (const file of sources.files()) {
    const text = sources.read(file) ?? ''
    if (!file.endsWith('.svelte') || !text.includes('authwright/sveltekit/components')) continue
    const after = text
      .replaceAll(slotElement, (whole, tag: string, before: string, behind: string, content: string) => {
        // If elements with the same name are nested, the pattern does not find the matching end tag, so the
        // code is not changed.
        if (content.includes(`<${tag}`)) return whole
        const element = tag === 'svelte:fragment' ? content : `<${tag}${before}${behind}>${content}</${tag}>`
        return `{#snippet submitButton()}${element}{/snippet}`
      })
      .replaceAll(slottedTag, (_, indent: string | undefined, tag: string) => {
        const comment = `<!-- ${marker} make the slot a snippet. See ${slotHelp} -->`
        return indent === undefined ? `${comment} ${tag}` : `${indent}${comment}\n${indent}${tag}`
      })
    if (after !== text) sources.write(file, after)
  }
}

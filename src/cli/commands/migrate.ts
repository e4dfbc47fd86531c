import { type CommandContext, CommandError } from '../context.js'
import { buildChains } from '../migrate/chain.js'
import { loadAugmented, useCompatNames } from '../migrate/compat-names.js'
import { renameVariables } from '../migrate/environment.js'
import { replaceWithAuth } from '../migrate/legacy-middleware.js'
import { makeInstance } from '../migrate/legacy-options.js'
import { useInstance } from '../migrate/legacy-server.js'
import { changeManifest } from '../migrate/manifest.js'
import { assertProviderIds } from '../migrate/providers.js'
import { readSources, type Sources } from '../migrate/sources.js'
import { renderSnippets } from '../migrate/svelte-slots.js'
import { marker, remainingIn } from '../migrate/todo.js'
import { applyChanges } from '../project/changes.js'
import { readProject } from '../project/project.js'

export interface MigrateOptions {
  /** Leaves the configuration an object under the names of Auth.js. */
  readonly imports: boolean
  readonly dryRun: boolean
}

/** What a source of an application mentions that moves: paths of packages, their variables, and options by their usual names. */
const concerned =
  /next-auth|@auth\/|@solid-auth\/|NEXTAUTH_|authwright|\bauthOptions\b|\bauthConfig\b|auth\.config|\bsignIn\(|\blocals\b.*\bgetSession\b/

/** Moves an application from `next-auth` 4, or from Auth.js 5, to Authwright, and returns 1 where something remains to do. */
export async function migrate(context: CommandContext, { imports, dryRun }: MigrateOptions): Promise<number> {
  const project = await readProject(context.cwd)
  const sources = readSources(project, concerned)
  if (
    !sources
      .files()
      .some((file) => /['"](?:next-auth|@auth\/|@solid-auth\/|authwright)/.test(project.read(file) ?? ''))
  ) {
    throw new CommandError(
      `No source in ${project.root} imports next-auth, @auth/core, @auth/sveltekit or @auth/solid-start. Nothing was written.`,
    )
  }
  const instance = makeInstance(sources)
  useInstance(sources, instance)
  replaceWithAuth(sources)
  useCompatNames(sources)
  renderSnippets(sources)
  renameVariables(sources)
  if (!imports) {
    await buildChains(sources)
    assertProviderIds(sources)
  }
  loadAugmented(sources)
  await changeManifest(sources)

  const changes = sources.changes()
  if (context.prompts && !dryRun && changes.length > 0) {
    const question = `Change ${changes.length} ${changes.length === 1 ? 'file' : 'files'}? --dry-run shows the differences.`
    if (!(await context.prompts.confirm(question, true))) {
      context.print('Nothing was written.\n')
      return 1
    }
  }
  const { written } = await applyChanges(context, project, changes, { dryRun })
  return report(context, sources, dryRun ? changes.map(({ file }) => file) : written, dryRun)
}

/** The summary: what changed, what to do outside of the sources, and each place that remains. */
function report(
  { print }: CommandContext,
  sources: Sources,
  changed: readonly string[],
  dryRun: boolean,
): number {
  const remaining = sources
    .files()
    .flatMap((file) => remainingIn(file, sources.read(file) ?? ''))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
  if (changed.length === 0) print('Nothing changed.\n')
  else print(`\n${dryRun ? 'Would change' : 'Changed'} ${changed.length} files:\n${lines(changed)}`)
  if (changed.length > 0) for (const note of sources.notes) print(`\n${note}\n`)
  if (sources.failures.size > 0) {
    print(`\nLeft, for they cannot be parsed:\n${lines([...sources.failures.values()])}`)
  }
  if (remaining.length === 0) {
    if (changed.length > 0) print('\nNothing remains to do in the sources. Run your type check.\n')
  } else {
    const places = remaining.map(({ file, line, message }) => `${file}:${line} ${message}`)
    print(
      `\n${remaining.length} ${remaining.length === 1 ? 'place remains' : 'places remain'}, each with a comment ${marker} The project may not compile there.\n${lines(places)}`,
    )
  }
  return remaining.length + sources.failures.size === 0 ? 0 : 1
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `  ${entry}\n`).join('')
}

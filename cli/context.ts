import { distance } from 'fastest-levenshtein'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

/** Questions to the user, if there is a terminal. */
export interface Prompts {
  select<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
    initial: Value,
  ): Promise<Value>
  multiselect<Value extends string>(
    question: string,
    choices: readonly Choice<Value>[],
    initial: readonly Value[],
  ): Promise<readonly Value[]>
  confirm(question: string, initial: boolean): Promise<boolean>
}

/** The environment of a command: the process of the command line, or a test. */
export interface CommandContext {
  /**
   * The working directory. The project is this folder, or the nearest folder above it with a `package.json`.
   */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes to the standard output. */
  print(text: string): void
  /** Writes a line to the standard error. */
  warn(text: string): void
  /**
   * `undefined` without a terminal, in CI and with `--yes`. In these cases, commands use flags and defaults.
   */
  readonly prompts: Prompts | undefined
  /** Whether the standard output shows colors. */
  readonly colors: boolean
  /** Runs a program in a folder, shows its output, and returns its exit code. */
  execute(program: string, args: readonly string[], folder: string): Promise<number>
}

/** An error that the user can fix. The command line prints its message without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** Up to three names with the most similar spelling, most similar first. */
function nearest(typed: string, names: readonly string[]): readonly string[] {
  const lower = typed.toLowerCase()
  const maxEdits = Math.min(typed.length - 1, Math.max(2, Math.floor(typed.length / 2)))
  return names
    .map((name) => {
      const other = name.toLowerCase()
      const edits = distance(lower, other)
      return { name, edits: lower.length > 2 && other.includes(lower) ? Math.min(edits, 1) : edits }
    })
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** A sentence with the most similar names, preceded by a space. Empty if there are none. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const found = nearest(typed, names)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}

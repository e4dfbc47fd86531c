import { distance } from 'fastest-levenshtein'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

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

export interface CommandContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes to the standard output. */
  print(text: string): void
  /** Writes a line to the standard error. */
  warn(text: string): void
  /** `undefined` without a terminal, in CI and with `--yes`. */
  readonly prompts: Prompts | undefined
  readonly colors: boolean
  /** Returns the exit code of the program. */
  execute(program: string, args: readonly string[], folder: string): Promise<number>
}

/** The command line prints its message without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

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

/** Returns a question that begins with a space, or an empty string if there is no similar name. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const found = nearest(typed, names)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}

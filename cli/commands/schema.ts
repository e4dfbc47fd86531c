import { readFile } from 'node:fs/promises'
import { schemas } from '../adapters.js'
import { type CommandContext, CommandError, didYouMean } from '../context.js'
import { packageFiles } from '../package-files.js'

export async function schema(context: CommandContext, name: string | undefined): Promise<void> {
  const found = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (found === undefined) {
    throw new CommandError(
      `Name one adapter.${name === undefined ? '' : didYouMean(name, Object.keys(schemas))}\n\n${list()}`,
    )
  }
  context.print(await readFile(new URL(found.file, packageFiles.schemas), 'utf8'))
}

export function list(): string {
  const width = Math.max(...Object.keys(schemas).map(({ length }) => length))
  return Object.entries(schemas)
    .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
    .join('\n')
}

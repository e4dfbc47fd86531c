import { parseArgs } from 'node:util'

/**
 * The options of `npm test`. An unknown one ends the process with one line.
 *
 * @param {readonly string[]} args
 */
export function readOptions(args) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { fast: { type: 'boolean' }, long: { type: 'boolean' } },
    })
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    console.error(`${reason}. The options are --fast and --long; names of steps run these only.`)
    process.exit(1)
  }
}

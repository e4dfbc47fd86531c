import { readdir, readFile } from 'node:fs/promises'
import { styleText } from 'node:util'
import { type CommandContext, CommandError, didYouMean } from '../context.js'
import { packageFiles } from '../package-files.js'

export async function explain(context: CommandContext, code: string | undefined): Promise<void> {
  const codes = (await readdir(packageFiles.rules))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3))
    .sort()
  if (code === undefined) {
    context.print(
      `Rules. To read the page of a rule, run authwright explain <code>:\n\n  ${codes.join('\n  ')}\n`,
    )
    return
  }
  const rule = codes.find((each) => each.toLowerCase() === code.toLowerCase())
  if (rule === undefined) {
    throw new CommandError(
      `There is no rule "${code}".${didYouMean(code, codes)} authwright explain lists all rules.`,
    )
  }
  const page = await readFile(new URL(`${rule}.md`, packageFiles.rules), 'utf8')
  context.print(context.colors ? highlight(page) : page)
}

function highlight(page: string): string {
  // The caller has checked `context.colors`, so `styleText` must not check whether the stream is a terminal.
  const style = (format: 'dim' | 'cyan' | 'bold' | 'yellow', text: string): string =>
    styleText(format, text, { validateStream: false })
  let isCode = false
  return page
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) {
        isCode = !isCode
        return style('dim', line)
      }
      if (isCode) return style('cyan', line)
      if (line.startsWith('#')) return style('bold', line)
      return line.startsWith('>') ? style('yellow', line) : line
    })
    .join('\n')
}

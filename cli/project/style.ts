import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { type Project, sourceFiles } from './project.js'

export interface Style {
  readonly quote: "'" | '"'
  readonly semicolons: boolean
  readonly indent: string
}

export function readStyle(project: Project): Style {
  const sample = sourceFiles(project, /[.][cm]?[jt]sx?$/, { limit: 60 })
    .map((file) => project.read(file) ?? '')
    .join('\n')
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const double = count(/^\s*(?:import|export)\b.*"/gm)
  const single = count(/^\s*(?:import|export)\b.*'/gm)
  // A line such as `})`, without an indent, ends a statement.
  const withSemicolon = count(/^(?:\s*(?:import|export|const|return)\b.*|[}\]]?\));\s*$/gm)
  const withoutSemicolon = count(/^(?:\s*(?:import\b.*['"]|(?:const|return)\b.*[\w)\]'"`])|[}\]]?\))\s*$/gm)
  const tabs = count(/^\t+\S/gm)
  const four = count(/^ {4}\S/gm)
  // A project that indents by two spaces also has lines that begin with four spaces, at the second level.
  const two = count(/^ {2}\S/gm)
  return {
    quote: double > single ? '"' : "'",
    semicolons: withSemicolon >= withoutSemicolon,
    indent: tabs > two + four ? '\t' : four > 8 * two ? '    ' : '  ',
  }
}

/** Templates have single quotes, semicolons and indents of two spaces. */
export function restyle(code: string, { quote, semicolons, indent }: Style): string {
  let isCss = false
  return code
    .split('\n')
    .map((line) => {
      if (/<\/?style/.test(line)) isCss = !line.includes('</style')
      const depth = (line.match(/^(?: {2})*/)?.[0].length ?? 0) / 2
      const text = line.slice(depth * 2)
      if (isCss) return indent.repeat(depth) + text
      // An apostrophe in a comment is not a quote.
      const comment = text.search(/^\/?\*|(?:^|\s)\/\//)
      const code = comment < 0 ? text : text.slice(0, comment)
      const requoted = quote === '"' && !code.includes('"') ? code.replaceAll("'", '"') : code
      const quoted = requoted + text.slice(code.length)
      return indent.repeat(depth) + (semicolons ? quoted : quoted.replace(/;$/, ''))
    })
    .join('\n')
}

export async function format(project: Project, style: Style, file: string, code: string): Promise<string> {
  const styled = file.endsWith('.css') ? code.replaceAll(/^ {2}/gm, style.indent) : restyle(code, style)
  return (await byPrettier(project, file, styled)) ?? byBiome(project, file, styled) ?? styled
}

interface Prettier {
  resolveConfig(file: string): Promise<object | null>
  format(code: string, options: object): Promise<string>
}

async function byPrettier(project: Project, file: string, code: string): Promise<string | undefined> {
  if (!project.depends('prettier')) return undefined
  try {
    const module = createRequire(path.join(project.root, 'package.json')).resolve('prettier')
    const imported = (await import(pathToFileURL(module).href)) as Prettier & { default?: Prettier }
    const { resolveConfig, format } = imported.default ?? imported
    const filepath = path.join(project.root, file)
    return await format(code, { ...(await resolveConfig(filepath)), filepath })
  } catch {
    // Prettier is not installed yet, or a plugin for this language is missing.
    return undefined
  }
}

function byBiome(project: Project, file: string, code: string): string | undefined {
  if (!project.depends('@biomejs/biome')) return undefined
  try {
    const bin = createRequire(path.join(project.root, 'package.json')).resolve('@biomejs/biome/bin/biome')
    const { status, stdout } = spawnSync(process.execPath, [bin, 'format', `--stdin-file-path=${file}`], {
      cwd: project.root,
      input: code,
      encoding: 'utf8',
    })
    return status === 0 && stdout !== '' ? stdout : undefined
  } catch {
    return undefined
  }
}

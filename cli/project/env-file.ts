import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { parseEnv } from 'node:util'
import type { Change } from './changes.js'
import type { Project } from './project.js'

export interface Variable {
  readonly name: string
  /** Empty if only the user knows the value. */
  readonly value: string
  /** A comment above the variable. Only the first variable of a group has a comment. */
  readonly comment?: string
}

export function createSecret(): string {
  return randomBytes(33).toString('base64')
}

const nextEnvFiles = ['.env.development.local', '.env.local', '.env.development', '.env'] as const
const viteEnvFiles = ['.env.development.local', '.env.development', '.env.local', '.env'] as const

/** The file to which the command adds variables. If `.dev.vars` exists, Wrangler reads no `.env` file. */
export function envFileOf({ traits, depends, exists }: Project): '.env' | '.env.local' | '.dev.vars' {
  return !traits.isBundled && depends('wrangler') && exists('.dev.vars') ? '.dev.vars' : traits.envFile
}

/** The `.env` files of the framework, by precedence: the development server uses a variable from the first file that sets it. */
function envFilesOf(project: Project): readonly string[] {
  const { framework, major = 2, depends } = project
  if (framework === 'next') return nextEnvFiles
  const usesVite =
    framework === 'sveltekit' ||
    (framework === 'solid-start' && major >= 2) ||
    ['astro', '@react-router/dev', '@tanstack/react-start'].some(depends)
  return usesVite ? viteEnvFiles : [envFileOf(project)]
}

export function readEnvFiles(project: Project): Readonly<Record<string, string>> {
  const variables = envFilesOf(project).map((file) => parseEnv(project.read(file) ?? ''))
  return Object.assign({}, ...variables.reverse())
}

/** Matches the references in `.env` files: `$NAME`, `${NAME}`, `${NAME:-default}`, and an escaped dollar sign. */
const references = /\\[$]|[$]\{(\w+)(?::?-([^{}]*))?\}|[$](\w+)/g

/**
 * The variables of the development server. Variables of the process take precedence. Frameworks with a bundler replace references in the
 * files.
 */
export function developmentVariables(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const variables = new Map(Object.entries({ ...readEnvFiles(project), ...env }))
  if (!project.traits.isBundled) return Object.fromEntries(variables)
  const expand = (name: string, within: readonly string[]): string => {
    const value = within.includes(name) ? '' : (variables.get(name) ?? '')
    if (Object.hasOwn(env, name)) return value
    return value.replaceAll(references, (_, braced = '', fallback = '', bare = '') => {
      const reference = braced || bare
      return reference === '' ? '$' : expand(reference, [...within, name]) || fallback
    })
  }
  return Object.fromEntries([...variables.keys()].map((name) => [name, expand(name, [])]))
}

export function precedingFile(project: Project, name: string): string | undefined {
  const files = envFilesOf(project)
  return files
    .slice(0, files.indexOf(envFileOf(project)))
    .find((file) => Object.hasOwn(parseEnv(project.read(file) ?? ''), name))
}

/** Fills in variables that are empty in the file, but never replaces a value. */
export function changeEnvFile(project: Project, variables: readonly Variable[]): Change | undefined {
  const effective = readEnvFiles(project)
  const file = envFileOf(project)
  const before = project.read(file)
  let after = before ?? ''
  const newline = newlineOf(after)
  const existing = parseEnv(after)
  for (const { name, value, comment } of variables) {
    if (effective[name] || existing[name]) continue
    if (Object.hasOwn(effective, name)) {
      if (value === '') continue
      const empty = new RegExp(`^(\\s*(?:export\\s+)?${name}\\s*=)[^\\S\\r\\n]*(?:""|'')?[^\\S\\r\\n]*$`, 'm')
      const filled = after.replace(empty, (_, start) => `${start}${value}`)
      if (filled !== after) {
        after = filled
        continue
      }
    }
    if (after !== '' && !after.endsWith('\n')) after += newline
    if (comment !== undefined) after += `${after === '' ? '' : newline}# ${comment}${newline}`
    after += `${name}=${value}${newline}`
  }
  if (after === (before ?? '')) return undefined
  return { file, after, mode: 'insert', permissions: 0o600 }
}

/** Adds a pattern to `.gitignore` if neither `.gitignore` nor Git ignores the example file of the pattern yet. */
export function changeGitignore(
  project: Project,
  files: readonly { pattern: string; example: string }[],
): Change | undefined {
  const before = project.read('.gitignore') ?? ''
  const ignored = before
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\//, ''))
    .filter((line) => line !== '' && !/[#!]|\//.test(line))
    .map((line) => {
      const escaped = line.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`)
    })
  const missing = files
    .filter(({ example }) => !ignored.some((line) => line.test(example)) && !isIgnored(project, example))
    .map(({ pattern }) => pattern)
  if (missing.length === 0) return undefined
  const newline = newlineOf(before)
  const start = before === '' || before.endsWith('\n') ? before : before + newline
  return { file: '.gitignore', after: start + missing.map((each) => each + newline).join(''), mode: 'insert' }
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Returns `false` without Git, or outside of a repository. */
function isIgnored(project: Project, file: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '--quiet', '--no-index', file], {
      cwd: project.root,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

import path from 'node:path'
import type { Project } from './project.js'

const code = /[.][cm]?[jt]sx?$/

const endings = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.mts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
] as const

/** Returns the files that an import path may mean, in order of preference. The files need not exist. */
export function importCandidates(project: Project, from: string, specifier: string): readonly string[] {
  const targets = specifier.startsWith('.')
    ? [path.posix.join(path.posix.dirname(from), specifier)]
    : aliased(project, specifier)
  return targets
    .flatMap((target) => [target, target.replace(/[.][cm]?jsx?$/, '')])
    .flatMap((target) => endings.map((ending) => path.posix.normalize(target + ending)))
    .filter((file) => code.test(file))
}

/** Returns paths relative to the root. */
function aliased({ root, compilerOptions, aliasFolder }: Project, specifier: string): readonly string[] {
  const { paths = {}, baseUrl } = compilerOptions
  const base = path.resolve(aliasFolder, baseUrl ?? '.')
  const found = Object.entries(paths).flatMap(([pattern, targets]) => {
    const [start = '', end] = pattern.split('*')
    if (end === undefined) return pattern === specifier ? targets : []
    if (!specifier.startsWith(start) || !specifier.endsWith(end)) return []
    const middle = specifier.slice(start.length, specifier.length - end.length)
    return targets.map((target) => target.replace('*', () => middle))
  })
  const fallback = /^\$lib(?=\/)/.test(specifier)
    ? [specifier.replace('$lib', 'src/lib')]
    : baseUrl === undefined
      ? []
      : [specifier]
  return [...found, ...fallback].map((target) =>
    path.relative(root, path.resolve(base, target)).split(path.sep).join('/'),
  )
}

import { readFile } from 'node:fs/promises'
import { packageFiles } from '../package-files.js'
import { installedVersion, type Project } from './project.js'

const frameworks = ['next', '@sveltejs/kit', '@solidjs/start', 'react', 'svelte', 'solid-js'] as const

/** Minimum versions of packages that are not peer dependencies, because only the application imports them. */
const otherRanges: Readonly<Record<string, string>> = { '@solidjs/start': '>=1' }

export async function outdatedFrameworks(project: Project): Promise<string | undefined> {
  const { peerDependencies } = JSON.parse(await readFile(packageFiles.manifest, 'utf8')) as {
    peerDependencies: Readonly<Record<string, string>>
  }
  const { dependencies, devDependencies } = project.manifest
  const ranges: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies }
  const lines = frameworks.flatMap((name) => {
    const range = ranges[name]
    const lowest = (peerDependencies[name] ?? otherRanges[name])?.match(/>=\s*([\d.]+)/)?.[1]
    if (range === undefined || lowest === undefined) return []
    const found = [range, installedVersion(project, name)].find((each) => isBelow(each, lowest))
    return found === undefined ? [] : `${name} ${found}: ${lowest} or later is needed`
  })
  const { 'solid-start': beta } = ranges
  if (beta !== undefined) lines.push(`solid-start ${beta}: @solidjs/start 1 or later is needed`)
  if (lines.length === 0) return undefined
  return `Authwright does not support these versions. Upgrade them before you install Authwright:\n  ${lines.join('\n  ')}`
}

/**
 * Whether all versions of a range are below `lowest`. Supports versions, `^`, `~`, `x` and `||`. Returns `false` for other ranges, such as
 * `latest`.
 */
function isBelow(range: string | undefined, lowest: string): boolean {
  if (range === undefined) return false
  return range.split('||').every((each) => {
    const [, sign = '', ...parts] =
      each.trim().match(/^([~^]?)[=v]*(\d+)(?:[.](\d+|[x*])(?:[.](\d+|[x*])(?:[-+][\w.-]+)?)?)?$/) ?? []
    const [major, minor, patch] = parts.map((part) => (/^\d+$/.test(part ?? '') ? Number(part) : undefined))
    if (major === undefined) return false
    const isOfMajor = minor === undefined || (sign === '^' && major > 0)
    const isOfMinor = patch === undefined || sign !== ''
    // The lowest version that is above the range.
    const end = isOfMajor ? [major + 1] : isOfMinor ? [major, minor + 1] : [major, minor, patch + 1]
    return compare(end, lowest.split('.').map(Number)) <= 0
  })
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < 3; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

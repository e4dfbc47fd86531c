import process from 'node:process'
import { installedManifest, type Project } from './project.js'

export function unsupportedNode(project: Project): string | undefined {
  const name = project.traits.package
  const { version, engines } = (name && installedManifest(project, name)) || {}
  if (engines?.node === undefined || isSupported(engines.node)) return undefined
  return `${name} ${version} requires Node.js ${engines.node}. Install one of these versions.`
}

/** Whether a range such as `^22.19.0 || >=24` contains the running version. A range with other operators counts as satisfied. */
export function isSupported(range: string): boolean {
  const { node } = process.versions
  return range.split('||').some((part) => {
    const [, operator, lowest] = /^\s*(\^|>=)\s*(\d[\d.]*)\s*$/.exec(part) ?? []
    if (lowest === undefined) return true
    const isAtLeast = node.localeCompare(lowest, 'en', { numeric: true }) >= 0
    return isAtLeast && (operator === '>=' || Number.parseInt(node, 10) === Number.parseInt(lowest, 10))
  })
}

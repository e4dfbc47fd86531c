import process from 'node:process'
import { isSupported, unsupportedNode } from '../project/node-version.js'
import { installedVersion } from '../project/project.js'
import type { Check } from './check.js'

export const nodeVersion: Check = ({ project }) => {
  const check = 'Node.js'
  const message = `Node.js ${process.versions.node}`
  if (!isSupported('>=20.19'))
    return [{ check, status: 'problem', message, fix: 'Install Node.js 20.19 or newer.' }]
  // An unsupported version is only a warning, because many applications also run with such a version.
  const fix = unsupportedNode(project)
  return [fix === undefined ? { check, status: 'ok', message } : { check, status: 'warning', message, fix }]
}

/** Versions of Next.js 15 that skip the middleware for requests with the header `x-middleware-subrequest` (CVE-2025-29927). */
const UNGUARDED_NEXT = /^15\.(?:[01]\.|2\.[0-2](?:\D|$))/

export const frameworkVersion: Check = ({ project }) => {
  const { framework, major, traits } = project
  const check = 'framework'
  const version = framework === 'next' ? installedVersion(project, 'next') : undefined
  if (version !== undefined && UNGUARDED_NEXT.test(version)) {
    const fix = 'Install next 15.2.3 or newer: in older versions, a header lets requests past the middleware.'
    return [{ check, status: 'problem', message: `next ${version}`, fix }]
  }
  const message = `${framework}${major === undefined ? '' : ` ${major}`}`
  const tested = traits.majors
  if (tested === undefined || major === undefined || tested.includes(major)) {
    return [{ check, status: 'ok', message }]
  }
  return [
    { check, status: 'warning', message, fix: `Authwright is tested with version ${tested.join(' and ')}.` },
  ]
}

export const packageVersion: Check = ({ project }) => {
  const check = 'authwright'
  const version = installedVersion(project, 'authwright')
  if (version !== undefined) return [{ check, status: 'ok', message: version }]
  const fix = `Install it: ${project.packageManager} add authwright`
  return [{ check, status: 'problem', message: 'The package is not installed.', fix }]
}

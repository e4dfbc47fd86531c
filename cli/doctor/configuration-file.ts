import type { Check, Finding } from './check.js'

export const configurationFile: Check = ({ project, authFile, source, error }) => {
  const check = 'configuration'
  if (error !== undefined) return [{ check, status: 'problem', message: error }]
  if (!project.exists(authFile)) {
    const fix = 'Run npx authwright init.'
    return [{ check, status: 'problem', message: `${authFile} does not exist.`, fix }]
  }
  const found: Finding = { check, status: 'ok', message: authFile }
  if (source !== undefined) return [found]
  const message = `${authFile} does not call createAuth(), so its providers and their variables are not checked.`
  const fix = 'Call createAuth() in this file, or in a file that it imports.'
  return [found, { check: 'providers', status: 'skipped', message, fix }]
}

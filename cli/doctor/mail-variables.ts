import { configuredMail } from '../mail.js'
import { pagePath } from '../package-files.js'
import type { Check, Finding } from './check.js'

/** Checks the variables of providers that send mail. */
export const mailVariables: Check = ({ project, env, production, source }) => {
  if (source === undefined) return []
  const status = production ? 'problem' : 'warning'
  const place = production ? 'in the environment of the deployment' : `in ${project.envFile}`
  return configuredMail(source.module, source.configuration).flatMap(({ id, variables }) => {
    const findings = variables
      .filter(({ name }) => !env[name])
      .map(({ name }): Finding => {
        const message = production
          ? `${name} is not set.`
          : `${name} is not set: mails are printed in the terminal.`
        return { check: id, status, message, fix: `Set ${name} ${place}: see ${pagePath('email.md')}.` }
      })
    if (findings.length > 0 || variables.length === 0) return findings
    const names = variables.map(({ name }) => name).join(', ')
    return [{ check: id, status: 'ok', message: `${names} ${variables.length === 1 ? 'is' : 'are'} set.` }]
  })
}

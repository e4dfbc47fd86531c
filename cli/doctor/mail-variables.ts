import { configuredMail } from '../mail.js'
import { pagePath } from '../package-files.js'
import { envFileOf } from '../project/env-file.js'
import type { Check, Finding } from './check.js'

export const mailVariables: Check = ({ project, env, production, source }) => {
  if (source === undefined) return []
  const status = production ? 'problem' : 'warning'
  const place = production ? 'in the environment of the deployment' : `in ${envFileOf(project)}`
  return configuredMail(source.module, source.configuration).flatMap(({ id, variables, hasOwnSender }) => {
    if (variables.length === 0) return []
    const names = `${variables.map(({ name }) => name).join(', ')} ${variables.length === 1 ? 'is' : 'are'}`
    const missing = variables.filter(({ name }) => !env[name])
    if (missing.length === 0) return [{ check: id, status: 'ok', message: `${names} set.` }]
    const isPrinted = !production && !hasOwnSender
    if (isPrinted && missing.length === variables.length) {
      const message = `${names} not set: mails are printed in the terminal. Production needs a mail service: see ${pagePath('email.md')}.`
      return [{ check: id, status: 'ok', message }]
    }
    return missing.map(({ name }): Finding => {
      const message = isPrinted
        ? `${name} is not set: mails are printed in the terminal.`
        : `${name} is not set.`
      return { check: id, status, message, fix: `Set ${name} ${place}: see ${pagePath('email.md')}.` }
    })
  })
}

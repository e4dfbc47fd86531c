import { type Configuration, calls } from './edit/chain.js'
import { type EditedModule, localName } from './edit/module.js'
import type { Variable } from './project/env-file.js'
import type { Project } from './project/project.js'
import { variableName } from './providers.js'
import { isDevelopment } from './templates/mode.js'

/** Mail services. Each has a provider with the same name. */
export const mailServices = ['resend', 'sendgrid', 'postmark', 'mailgun', 'forwardemail'] as const

/** The variable with the mail server of `nodemailer()`. Its value is a placeholder. */
export const SERVER: Variable = {
  name: 'EMAIL_SERVER',
  value: 'smtp://localhost:1025',
  comment: 'SMTP: smtp://user:password@host:587, and the sender',
}

/** The variable with the sender of the mails. Its value is a placeholder. */
export const SENDER: Variable = { name: 'EMAIL_FROM', value: 'sign-in@example.com' }

/** A provider that sends mail, with the variables that it reads. */
interface MailProvider {
  readonly id: string
  readonly variables: readonly Variable[]
}

/** The module of a provider that sends mail. */
export function mailModule(id: string): string {
  return `authwright/providers/${id}`
}

/**
 * Source code of the options of a provider that sends mail. In development it prints its mails, so that
 * sign-in works without a mail server.
 */
export function mailOptions(project: Project, options: readonly string[]): string {
  return `{
${options.map((option) => `    ${option},\n`).join('')}    // In development, mails are printed in the terminal with their link and code.
    ...(${isDevelopment(project)} && {
      code: true,
      sendVerificationRequest: ({ mail }) => console.log(mail.text),
    }),
  }`
}

export const mailProviders: readonly string[] = ['nodemailer', ...mailServices]

/** The providers of the configuration that send mail. */
export function configuredMail(module: EditedModule, configuration: Configuration): readonly MailProvider[] {
  const used = mailProviders.filter((id) => {
    const name = localName(module, id, (from) => from === mailModule(id))
    return name !== undefined && calls(configuration, name)
  })
  const readVariables = [SERVER, SENDER].filter(({ name }) => new RegExp(`\\b${name}\\b`).test(module.text))
  return used.map((id) => {
    const key = { name: variableName(id, 'KEY'), value: '' }
    if (id === 'nodemailer') return { id, variables: readVariables }
    const sender = readVariables.filter((variable) => variable === SENDER)
    return { id, variables: /\bapiKey\b/.test(module.text) ? sender : [key, ...sender] }
  })
}

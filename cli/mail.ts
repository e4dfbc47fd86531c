import type { CallExpression, Property } from 'acorn'
import { type Configuration, callsOf, isIdentifier, optionOf, textOf } from './edit/chain.js'
import { type EditedModule, localName, nodesOf } from './edit/module.js'
import type { Variable } from './project/env-file.js'
import { variableName } from './providers.js'

/** The mail services that `add` can add. Each has a provider with the same name. */
export const mailServices: readonly string[] = ['resend', 'sendgrid', 'postmark', 'mailgun', 'forwardemail']

/**
 * All providers that send mail. The command cannot add `email()`, which needs a function of the application,
 * and `loops()`, which needs the id of a mail.
 */
export const mailProviders: readonly string[] = ['email', 'nodemailer', ...mailServices, 'loops']

/** The variable with the mail server of `nodemailer()`. */
export const SERVER: Variable = {
  name: 'EMAIL_SERVER',
  value: '',
  comment: 'SMTP: smtp://user:password@host:587, and the sender',
}

/** The variable with the sender of the mails. */
export const SENDER: Variable = { name: 'EMAIL_FROM', value: '' }

/** A provider that sends mail, with the variables that it reads. */
interface MailProvider {
  readonly id: string
  readonly variables: readonly Variable[]
}

/** The module of a provider that sends mail. */
export function mailModule(id: string): string {
  return `authwright/providers/${id}`
}

/** The providers of the configuration that send mail. */
export function configuredMail(module: EditedModule, configuration: Configuration): readonly MailProvider[] {
  const readVariables = [SERVER, SENDER].filter(({ name }) => new RegExp(`\\b${name}\\b`).test(module.text))
  return mailProviders.flatMap((name) => {
    const local = localName(module, name, (from) => from === mailModule(name))
    const calls = local === undefined ? [] : callsOf(configuration, local)
    return calls.map((call) => {
      const id = textOf(optionOf(call, 'id')) ?? name
      if (name === 'nodemailer') return { id, variables: readVariables }
      const key = { name: variableName(id, 'KEY'), value: '' }
      const sender = readVariables.filter((variable) => variable === SENDER)
      return { id, variables: name === 'email' || mayHaveKey(call) ? sender : [key, ...sender] }
    })
  })
}

/** Whether a call passes the option `apiKey`, or options that the source does not show. */
function mayHaveKey({ arguments: [options] }: CallExpression): boolean {
  if (options?.type !== 'ObjectExpression') return options !== undefined
  return [...nodesOf(options)].some(
    (node) => node.type === 'Property' && isIdentifier((node as Property).key, 'apiKey'),
  )
}

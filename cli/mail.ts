import type { CallExpression } from 'acorn'
import { type Configuration, callsOf, optionOf, textOf } from './edit/chain.js'
import { type EditedModule, localName } from './edit/module.js'
import { propertyNamed } from './edit/nodes.js'
import type { Variable } from './project/env-file.js'
import { variableName } from './providers.js'

export const mailServices: readonly string[] = ['resend', 'sendgrid', 'postmark', 'mailgun', 'forwardemail']

/** `add` supports neither `email()`, which needs a function, nor `loops()`, which needs the id of a mail. */
export const mailProviders: readonly string[] = ['email', 'nodemailer', ...mailServices, 'loops']

export const SERVER: Variable = {
  name: 'EMAIL_SERVER',
  value: '',
  comment: 'SMTP: smtp://user:password@host:587, and the sender',
}

export const SENDER: Variable = { name: 'EMAIL_FROM', value: '' }

interface MailProvider {
  readonly id: string
  readonly variables: readonly Variable[]
}

export function mailModule(id: string): string {
  return `authwright/providers/${id}`
}

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

function mayHaveKey({ arguments: [options] }: CallExpression): boolean {
  if (options?.type !== 'ObjectExpression') return options !== undefined
  const hasSpread = options.properties.some(({ type }) => type === 'SpreadElement')
  return hasSpread || propertyNamed(options, 'apiKey') !== undefined
}

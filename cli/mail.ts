import type { CallExpression } from 'acorn'
import { type Configuration, callsOf, hasUnknownId, mayHaveOption, optionOf, textOf } from './edit/chain.js'
import { type EditedModule, localName } from './edit/module.js'
import { isNamed, stringOf } from './edit/nodes.js'
import { nodesUsedBy } from './edit/used-nodes.js'
import type { Variable } from './project/env-file.js'
import { variableName } from './providers.js'

export const mailServices: readonly string[] = ['resend', 'sendgrid', 'postmark', 'mailgun', 'forwardemail']

/** Includes two providers that `add` does not support: `email()` needs a function, and `loops()` the id of a mail. */
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
  /** Whether the application sends the mails itself, also in development. */
  readonly hasOwnSender: boolean
}

export function mailModule(id: string): string {
  return `authwright/providers/${id}`
}

export function configuredMail(module: EditedModule, configuration: Configuration): readonly MailProvider[] {
  return mailProviders.flatMap((name) => {
    const local = localName(module, name, (from) => from === mailModule(name))
    const calls = local === undefined ? [] : callsOf(configuration, local)
    return calls.map((call) => {
      const id = textOf(optionOf(call, 'id')) ?? name
      const hasOwnSender = name === 'email' || optionOf(call, 'sendVerificationRequest') !== undefined
      const read = variablesIn(module, call)
      if (name === 'nodemailer') return { id, variables: read, hasOwnSender }
      const key = { name: variableName(id, 'KEY'), value: '' }
      const sender = read.filter((variable) => variable === SENDER)
      const needsKey = !hasOwnSender && !mayHaveOption(call, 'apiKey') && !hasUnknownId(call)
      return { id, variables: needsKey ? [key, ...sender] : sender, hasOwnSender }
    })
  })
}

/** The variables that the options read, directly or in a constant or function of the module. */
function variablesIn(module: EditedModule, { arguments: options }: CallExpression): readonly Variable[] {
  const nodes = nodesUsedBy(module, options)
  return [SERVER, SENDER].filter(({ name }) =>
    nodes.some((node) => isNamed(node, name) || stringOf(node) === name),
  )
}

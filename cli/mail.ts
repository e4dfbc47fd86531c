import type {
  CallExpression,
  FunctionDeclaration,
  Node,
  ObjectExpression,
  VariableDeclaration,
  VariableDeclarator,
} from 'acorn'
import { type Configuration, callsOf, optionOf, textOf } from './edit/chain.js'
import { type EditedModule, localName, nodesOf } from './edit/module.js'
import { bare, boundNames, isNamed, nameOf, propertyNamed, stringOf } from './edit/nodes.js'
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
      return { id, variables: hasOwnSender || mayHaveKey(call) ? sender : [key, ...sender], hasOwnSender }
    })
  })
}

function mayHaveKey({ arguments: [argument] }: CallExpression): boolean {
  const options = argument && bare(argument)
  if (options?.type !== 'ObjectExpression') return options !== undefined
  const object = options as ObjectExpression
  const hasSpread = object.properties.some(({ type }) => type === 'SpreadElement')
  return hasSpread || propertyNamed(object, 'apiKey') !== undefined
}

/** The variables that the options read, directly or in a constant or function of the module. */
function variablesIn({ program }: EditedModule, { arguments: options }: CallExpression): readonly Variable[] {
  const declared = program.body.flatMap(declarationsIn)
  const sources = new Set<Node>(options)
  // The loop also visits the nodes that it adds.
  for (const source of sources) {
    const names = namesUsedIn(source)
    for (const each of declared) if (boundNames(each.id).some((name) => names.has(name))) sources.add(each)
  }
  const nodes = [...sources].flatMap((source) => [...nodesOf(source)])
  return [SERVER, SENDER].filter(({ name }) =>
    nodes.some((node) => isNamed(node, name) || stringOf(node) === name),
  )
}

type Declaration = VariableDeclarator | FunctionDeclaration

function declarationsIn(statement: Node): readonly Declaration[] {
  const { declaration } = statement as Node & { declaration?: Node | null }
  const declared = declaration ?? statement
  if (declared.type === 'VariableDeclaration') return (declared as VariableDeclaration).declarations
  return declared.type === 'FunctionDeclaration' ? [declared as FunctionDeclaration] : []
}

/** Leaves out property names. */
function namesUsedIn(source: Node): ReadonlySet<string> {
  const nodes = [...nodesOf(source)] as readonly (Node & Named)[]
  const labels = new Set(
    nodes.map(({ key, property, computed }) => (computed ? undefined : (key ?? property))),
  )
  return new Set(nodes.flatMap((node) => (labels.has(node) ? [] : (nameOf(node) ?? []))))
}

interface Named {
  readonly key?: Node
  readonly property?: Node
  readonly computed?: boolean
}

import type { CallExpression, Node } from 'acorn'
import type { EditedModule } from '../edit/module.js'
import { bare, isNamed, nameOf } from '../edit/nodes.js'
import { importsOnlyIn } from './edits.js'
import { callsOf, commentsIn, functionsAround, statementOf, usesOf } from './syntax.js'

type FunctionNode = Node & {
  readonly id?: Node | null
  readonly params: readonly Node[]
  readonly body: Node & { readonly body?: readonly Node[] }
}

/**
 * Changes `(req, res) => NextAuth(req, res, authOptions)` to `NextAuth(authOptions)`. Returns the local names
 * of imports that only these functions used, such as types of their parameters.
 */
export function callWithoutRequest(module: EditedModule, create: string): ReadonlySet<string> {
  const replaced: Node[] = []
  for (const call of callsOf(module, create)) {
    const [around, ...outer] = functionsAround(module, call)
    const options = around && outer.length === 0 ? forwardedOptions(around as FunctionNode, call) : undefined
    const statement = statementOf(module, call)
    if (around === undefined || options === undefined || statement === undefined) continue
    if (isAssigned(module, nameOf(options) ?? '')) continue
    const { edits, text, end, newline } = module
    const name = nameOf((around as FunctionNode).id)
    if (isMethod(around, text) || isUsedBefore(module, name, statement)) continue
    const newCall = `${create}(${text.slice(options.start, options.end)})`
    const comments = commentsIn(module, around, [options])
    replaced.push(around)
    edits.appendLeft(statement.start, comments.map((comment) => comment + newline).join(''))
    if (around.type !== 'FunctionDeclaration') edits.overwrite(around.start, around.end, newCall)
    else if (statement.type === 'ExportDefaultDeclaration') {
      edits.overwrite(around.start, around.end, `${newCall}${end}`)
    } else edits.overwrite(around.start, around.end, `const ${name} = ${newCall}${end}`)
  }
  return importsOnlyIn(module, replaced)
}

/** Such as `{ handle(req, res) {} }`. */
function isMethod({ type, start }: Node, text: string): boolean {
  return type === 'FunctionExpression' && text[start] === '('
}

/** Above its declaration, a constant does not have its value yet. */
function isUsedBefore(module: EditedModule, name: string | undefined, { start }: Node): boolean {
  return (
    name !== undefined &&
    usesOf(module, name).some(({ node, parent }) => node.start < start && parent.type !== 'ExportSpecifier')
  )
}

function forwardedOptions({ params, body }: FunctionNode, call: CallExpression): Node | undefined {
  const [only, ...more] = body.type === 'BlockStatement' ? (body.body ?? []) : [body]
  if (only === undefined || more.length > 0) return undefined
  const returned = only.type === 'ReturnStatement' ? (only as Node & { argument?: Node }).argument : only
  const awaited = returned && bare(returned)
  const result =
    awaited?.type === 'AwaitExpression' ? bare((awaited as Node & { argument: Node }).argument) : awaited
  const options = call.arguments[2]
  const names = params.map((parameter) => nameOf(parameter))
  const isForwarded = [0, 1].every((index) => {
    const argument = call.arguments[index]
    return argument !== undefined && names[index] !== undefined && nameOf(bare(argument)) === names[index]
  })
  const isOutside = options?.type === 'Identifier' && !names.includes(nameOf(options))
  return result === call && call.arguments.length === 3 && isForwarded && isOutside ? options : undefined
}

function isAssigned(module: EditedModule, name: string): boolean {
  return usesOf(module, name).some(
    ({ parent }) =>
      parent.type === 'AssignmentExpression' && isNamed((parent as Node & { left: Node }).left, name),
  )
}

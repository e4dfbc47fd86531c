import type { CallExpression, Node } from 'acorn'
import { type EditedModule, endOfLine } from '../edit/module.js'
import { bare, boundNames, nameOf } from '../edit/nodes.js'
import { importsOnlyIn } from './edits.js'
import { withComments } from './route-settings.js'
import { isWithin } from './scopes.js'
import {
  callsOf,
  commentsIn,
  endOfStatement,
  functionsAround,
  isAssigned,
  onlyDeclared,
  startWithEmptyLine,
  statementOf,
  usesOf,
} from './syntax.js'

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
  const calls = callsOf(module, create)
  for (const call of calls) {
    const [around, ...outer] = functionsAround(module, call)
    const options = around && outer.length === 0 ? forwardedOptions(around as FunctionNode, call) : undefined
    const statement = statementOf(module, call)
    if (around === undefined || options === undefined || statement === undefined) continue
    if (isAssigned(module.program, nameOf(options) ?? '') || isMethod(around, module.text)) continue
    const declaration = declarationBelow(module, nameOf(options) ?? '', statement)
    const names = [(around as FunctionNode).id, ...(declaration ? [onlyDeclared(statement)?.id] : [])]
    const position = declaration?.end ?? statement.start
    if (names.some((each) => isUsedBefore(module, nameOf(each), position))) continue
    if (declaration && calls.some((each) => each !== call && isWithin(each, [statement]))) continue
    const { edits, text, newline } = module
    const newCall = `${create}(${text.slice(options.start, options.end)})`
    const { start, source } = replacementOf(module, statement, around as FunctionNode, newCall)
    const comments = commentsIn(module, around, [options]).map((comment) => comment + newline)
    replaced.push(around)
    if (declaration) {
      const moved = [text.slice(statement.start, start), source, text.slice(around.end, statement.end)]
      moveBelow(module, statement, [...comments, ...moved].join(''), declaration)
    } else {
      edits.appendLeft(statement.start, comments.join(''))
      edits.overwrite(start, around.end, source)
    }
  }
  return importsOnlyIn(module, replaced)
}

/** `source` replaces the text from `start` to the end of the function. */
function replacementOf(
  module: EditedModule,
  statement: Node,
  around: FunctionNode,
  newCall: string,
): { readonly start: number; readonly source: string } {
  const { end, newline } = module
  const name = nameOf(around.id)
  if (around.type !== 'FunctionDeclaration') return { start: around.start, source: newCall }
  const constant = `const ${name} = ${newCall}${end}`
  if (statement.type !== 'ExportDefaultDeclaration') return { start: around.start, source: constant }
  if (name === undefined || usesOf(module, name).length === 0) {
    return { start: around.start, source: `${newCall}${end}` }
  }
  return { start: statement.start, source: `${constant}${newline}export default ${name}${end}` }
}

/** The statement that declares the name. `undefined` if it is above `end`. */
function declarationBelow({ program }: EditedModule, name: string, { end }: Node): Node | undefined {
  return program.body.find((statement) => {
    const { declaration } = statement as Node & { declaration?: Node | null }
    const { declarations = [] } = (declaration ?? statement) as Node & {
      declarations?: readonly { readonly id: Node }[]
    }
    return statement.start >= end && declarations.some(({ id }) => boundNames(id).includes(name))
  })
}

/** Moves a statement and its comments, because a constant has its value only below its declaration. */
function moveBelow(module: EditedModule, statement: Node, source: string, declaration: Node): void {
  const { edits, text, newline } = module
  const { start, end } = withComments(module, statement)
  const before = text.slice(start, statement.start)
  const after = text.slice(statement.end, end)
  edits.remove(startWithEmptyLine(text, start), endOfStatement(text, end))
  const position = endOfLine(text, declaration.end)
  const isLineEnd = /^(?:\r?\n|$)/.test(text.slice(position))
  edits.appendLeft(position, [newline, newline, before, source, after, isLineEnd ? '' : newline].join(''))
}

/** Whether a function is a method, such as `handle` in `{ handle(req, res) {} }`. */
function isMethod({ type, start }: Node, text: string): boolean {
  return type === 'FunctionExpression' && text[start] === '('
}

function isUsedBefore(module: EditedModule, name: string | undefined, position: number): boolean {
  return (
    name !== undefined &&
    usesOf(module, name).some(
      ({ node, parent }) => node.start < position && parent.type !== 'ExportSpecifier',
    )
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

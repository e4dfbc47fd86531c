import type { CallExpression, Node, ObjectExpression } from 'acorn'
import { addImport, type EditedModule, nodesOf } from '../edit/module.js'
import { bare, isNamed, nameOf, propertyNamed } from '../edit/nodes.js'
import { removeStatement, replaceStatement } from './edits.js'
import { creatingStatement } from './route-handlers.js'
import type { Sources } from './sources.js'
import { callsOf, freeName, importedNames, onlyDeclared } from './syntax.js'

export interface InstanceModule {
  readonly file: string
  /** The local name of `auth`. */
  readonly auth: string
  /** The local name of `handlers`. */
  readonly handlers: string
  /** `undefined` if the options are written in the call. */
  readonly options: string | undefined
}

export const entry = /^next-auth(?:\/next)?$/
export const routes =
  /(?:^|\/)(?:pages\/api\/auth\/\[{1,2}[.]{3}[\w-]+\]{1,2}(?:\/index)?|app\/(?:.+\/)?\[{1,2}[.]{3}[\w-]+\]{1,2}\/route)[.][cm]?[jt]sx?$/

export function creatorOf(module: EditedModule): string | undefined {
  return importedNames(module).find(
    ({ imported, from, isType }) => imported === 'default' && entry.test(from) && !isType,
  )?.local
}

/** Whether a module destructures the result of `NextAuth()`, as Auth.js 5 does. */
export function isDestructured(module: EditedModule): boolean {
  const create = creatorOf(module)
  if (create === undefined) return false
  return [...nodesOf(module.program)].some((node) => {
    const { id, init } = node as Node & { id?: Node; init?: (Node & { callee?: Node }) | null }
    return id?.type === 'ObjectPattern' && nameOf(init?.callee) === create
  })
}

/** @param wanted - The name of the options, if a call of `NextAuth()` contains it. */
export function optionsOf(
  module: EditedModule,
  wanted?: string,
): { name: string; object: ObjectExpression; statement: Node } | undefined {
  const names = importedNames(module)
  const usesAuthJs = names.some(({ from }) => /^(?:next-auth|@auth\/core|@next-auth)(?:$|\/)/.test(from))
  const types = names
    .filter(({ imported }) => /^(?:NextAuthOptions|AuthOptions)$/.test(imported))
    .map(({ local }) => local)
  for (const statement of module.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const object = init && bare(init)
      if (id.type !== 'Identifier' || object?.type !== 'ObjectExpression') continue
      if (wanted !== undefined && id.name !== wanted) continue
      const isTyped = types.some((type) => isNamed(annotationOf(id), type))
      const hasProviders = propertyNamed(object as ObjectExpression, 'providers') !== undefined
      if (isTyped || (usesAuthJs && hasProviders)) {
        return { name: id.name, object: object as ObjectExpression, statement }
      }
    }
  }
  return undefined
}

/** The name of the type in the annotation of a variable. `undefined` if the annotation is more than a name. */
function annotationOf(id: Node): Node | undefined {
  const annotated = (id as Typed).typeAnnotation?.typeAnnotation
  return annotated?.type === 'TSTypeReference' ? annotated.typeName : undefined
}

interface Typed extends Node {
  readonly typeAnnotation?: Typed | null
  readonly typeName?: Node
}

export function appendInstance(sources: Sources, file: string, name?: string): InstanceModule | undefined {
  return sources.edit(file, (module) => {
    const options = optionsOf(module, name)
    const create = creatorOf(module)
    if (options === undefined || isDestructured(module)) return undefined
    const createsHandlers = create !== undefined && callsOf(module, create).length > 0 && !routes.test(file)
    const names = createsHandlers
      ? replaceHandlers(module, create, options.name)
      : exportInstance(module, options.name)
    return names && { file, options: options.name, ...names }
  })
}

interface InstanceNames {
  readonly auth: string
  readonly handlers: string
}

/** Replaces `export const GET = NextAuth(options)` in a module whose exports a route re-exports. */
function replaceHandlers(module: EditedModule, create: string, options: string): InstanceNames | undefined {
  const calls = callsOf(module, create)
  const statements = calls.map((call) => creatingStatement(module, call))
  const [first, ...others] = statements
  const isPossible =
    calls.every((call) => isCallWith(call, options)) &&
    statements.every((each) => each?.type === 'ExportNamedDeclaration')
  if (!first || !isPossible) return undefined
  const names = statements.flatMap((each) => nameOf(each && onlyDeclared(each)?.id) ?? [])
  for (const statement of others) if (statement) removeStatement(module, statement)
  const { statement, ...instance } = instanceOf(module, options)
  const handlers = `export const { ${names.join(', ')} } = ${instance.handlers}${module.end}`
  replaceStatement(module, first, statement + module.newline + handlers)
  return instance
}

export function isCallWith({ arguments: [argument, ...others] }: CallExpression, options: string): boolean {
  return argument !== undefined && others.length === 0 && isNamed(bare(argument), options)
}

export function exportInstance(module: EditedModule, options: string): InstanceNames {
  const { edits, newline, text } = module
  const { statement, ...names } = instanceOf(module, options)
  const gap = text.endsWith('\n') ? newline : newline + newline
  edits.append(`${gap}${statement}${newline}`)
  return names
}

function instanceOf(module: EditedModule, options: string): InstanceNames & { readonly statement: string } {
  const create = creatorOf(module) ?? addImport(module, 'NextAuth', 'authwright/compat/next')
  const { pattern, ...names } = patternOf(module)
  return { ...names, statement: `export const ${pattern} = ${create}(${options})${module.end}` }
}

/**
 * A destructuring pattern for the result of `NextAuth()`, with names that the module does not declare. The pattern may contain the name
 * `removed`, because its declaration will be removed.
 */
export function patternOf(
  module: EditedModule,
  removed?: string,
): InstanceNames & { readonly pattern: string } {
  const free = (...names: readonly string[]) =>
    names.find((name) => name === removed) ?? freeName(module, names)
  const handlers = free('handlers', 'authHandlers')
  const auth = free('auth', 'authenticate', 'authSession')
  const rest = ['signIn', 'signOut'].filter((name) => free(name) === name)
  const names = [property('handlers', handlers), property('auth', auth), ...rest]
  return { auth, handlers, pattern: `{ ${names.join(', ')} }` }
}

function property(name: string, local: string): string {
  return name === local ? name : `${name}: ${local}`
}

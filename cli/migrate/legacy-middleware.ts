import type { ExportNamedDeclaration, Node, ObjectExpression } from 'acorn'
import { addImport, type EditedModule, nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import {
  bare,
  callsOf,
  importedNames,
  leaveTodo,
  nameOf,
  propertyNamed,
  removeImports,
  statementOf,
  stringOf,
  usesOf,
} from './syntax.js'

const source = 'next-auth/middleware'
const message = 'read the token with getToken(), and redirect if it is missing.'
const heading = 'middleware-of-next-auth-4'

/**
 * Replaces `withAuth`. It reads only the token and no configuration, so that it runs on the edge, and so
 * does its replacement.
 */
export function replaceWithAuth(sources: Sources): void {
  for (const file of sources.files()) {
    if (!sources.read(file)?.includes(source)) continue
    sources.edit(file, (module) => {
      for (const call of callsOf(module, 'require')) {
        if (stringOf(call.arguments[0]) === source) leaveTodo(module, call, message, heading)
      }
      const exported = module.program.body.find(
        (node) => node.type === 'ExportNamedDeclaration' && stringOf(node.source) === source,
      )
      if (exported) replaceExport(module, file, exported as ExportNamedDeclaration)
      for (const name of importedNames(module)) {
        if (name.from !== source || (name.imported !== 'default' && name.imported !== 'withAuth')) continue
        const [call] = callsOf(module, name.local)
        const [use] = usesOf(module, name.local)
        const statement = call ? statementOf(module, call) : use && statementOf(module, use.node)
        const head = statement && headOf(statement, call)
        if (statement === undefined || head === undefined) {
          if (call) {
            leaveTodo(module, call, 'read the token with getToken(), and redirect.', heading)
          }
          continue
        }
        const [first, second] = (call?.arguments ?? []) as readonly Node[]
        const isHandler = first !== undefined && bare(first).type !== 'ObjectExpression'
        replace(module, file, statement, head, isHandler ? first : undefined, isHandler ? second : first)
      }
    })
    // Separate from the insertion of imports, which may follow the removed one.
    sources.edit(file, (module) => {
      const unused = importedNames(module).filter(
        ({ from, local }) => from === source && usesOf(module, local).length === 0,
      )
      if (unused.length > 0) removeImports(module, unused)
    })
  }
}

/** `export { default } from 'next-auth/middleware'`, also under another name. */
function replaceExport(module: EditedModule, file: string, exported: ExportNamedDeclaration): void {
  const [specifier, ...others] = exported.specifiers
  const name = nameOf(specifier?.exported)
  if (
    !specifier ||
    !name ||
    others.length > 0 ||
    !/^(?:default|withAuth)$/.test(nameOf(specifier.local) ?? '')
  ) {
    leaveTodo(module, exported, message, heading)
    return
  }
  const head =
    name === 'default'
      ? standalone
      : { source: `export async function ${name}`, isCalled: name !== 'middleware' }
  replace(module, file, exported, head, undefined, undefined)
}

/** How the function in place of `withAuth` begins, and whether other code of the module calls it. */
interface Head {
  readonly source: string
  readonly isCalled: boolean
}

const standalone: Head = { source: 'export default async function middleware', isCalled: false }

/** `export default withAuth(…)`, or a constant with its result. */
function headOf(statement: Node, call: Node | undefined): Head | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return standalone
  const isExported = statement.type === 'ExportNamedDeclaration'
  const { declaration } = statement as Node & { declaration?: Node | null }
  const { declarations } = (isExported ? declaration : statement) as Node & {
    declarations?: readonly { id: Node; init?: Node | null }[]
  }
  const [declared, ...others] = declarations ?? []
  const name = nameOf(declared?.id)
  if (name === undefined || others.length > 0 || !declared?.init || bare(declared.init) !== call)
    return undefined
  return { source: `${isExported ? 'export ' : ''}async function ${name}`, isCalled: !isExported }
}

function replace(
  module: EditedModule,
  file: string,
  statement: Node,
  head: Head,
  handler: Node | undefined,
  options: Node | undefined,
): void {
  const { edits, newline } = module
  const isTyped = /[.][cm]?tsx?$/.test(file)
  const body = guardOf(module, isTyped, head, handler, options)
  if (body === undefined) {
    leaveTodo(module, statement, message, heading)
    return
  }
  const known = importedNames(module).some(
    ({ local, from }) => local === 'getToken' && from === 'next-auth/jwt',
  )
  if (!known) addImport(module, 'getToken', 'authwright/compat/jwt')
  addImport(module, 'NextResponse', 'next/server')
  if (isTyped) addImport(module, 'NextRequest', 'next/server')
  edits.overwrite(statement.start, statement.end, body.split('\n').join(newline))
}

function guardOf(
  module: EditedModule,
  isTyped: boolean,
  head: Head,
  handler: Node | undefined,
  options: Node | undefined,
): string | undefined {
  const { text, end } = module
  const object = options === undefined ? undefined : bare(options)
  if (object !== undefined && object.type !== 'ObjectExpression') return undefined
  const given = object as ObjectExpression | undefined
  const pages = given && propertyNamed(given, 'pages')
  const page = pages?.value.type === 'ObjectExpression' ? propertyNamed(pages.value, 'signIn') : undefined
  const signIn = page
    ? text.slice(page.value.start, page.value.end)
    : "'/api/auth/signin'".replaceAll("'", module.quote)
  const callbacks = given && propertyNamed(given, 'callbacks')
  const authorized =
    callbacks?.value.type === 'ObjectExpression' ? propertyNamed(callbacks.value, 'authorized') : undefined
  const known = ['pages', 'callbacks', 'secret']
  if (given?.properties.some((each) => each.type !== 'Property' || !known.includes(nameOf(each.key) ?? ''))) {
    return undefined
  }
  const secret = given && propertyNamed(given, 'secret')
  const parts = handler === undefined ? undefined : handlerOf(module, isTyped, handler)
  if (handler !== undefined && parts === undefined) return undefined
  const request = parts?.request ?? 'req'
  const condition =
    authorized === undefined ? 'token' : conditionOf(module, authorized.value, authorized, request)
  const denied = condition === 'token' ? '!token' : `!(${condition})`
  const open = `${denied} && ${page ? `${request}.nextUrl.pathname !== ${signIn} && ` : ''}`
  const lines = [
    `const token = await getToken({ req${request === 'req' ? '' : `: ${request}`}${secret ? `, ${text.slice(secret.start, secret.end)}` : ''} })${end}`,
    ...(condition === 'true'
      ? []
      : [
          `if (${open}!/^\\/(?:api\\/auth|_next|favicon[.]ico)(?:\\/|$)/.test(${request}.nextUrl.pathname)) {`,
          `  const signIn = new URL(${signIn}, ${request}.url)${end}`,
          `  signIn.searchParams.set(${module.quote}callbackUrl${module.quote}, ${request}.nextUrl.pathname + ${request}.nextUrl.search)${end}`,
          `  return NextResponse.redirect(signIn)${end}`,
          '}',
        ]),
  ]
  const own = parts?.parameters ?? `${request}${isTyped ? ': NextRequest' : ''}`
  // Other code may call this function with a request and an event, as Next.js does.
  const parameters =
    head.isCalled && !own.includes(',') ? `${own}, ..._rest${isTyped ? ': unknown[]' : ''}` : own
  const rest = parts ? `${parts.body}` : ''
  return `${head.source}(${parameters}) {\n${lines.map((line) => `  ${line}\n`).join('')}${rest}}`
}

/** The parameters and body of the function inside `withAuth`, with the token under the guard's name. */
function handlerOf(
  { text }: EditedModule,
  isTyped: boolean,
  handler: Node,
): { request: string; parameters: string; body: string } | undefined {
  const node = bare(handler)
  if (!/Function/.test(node.type)) return undefined
  const { params, body } = node as Node & { params: readonly Node[]; body: Node }
  const request = nameOf(params[0]) ?? (params.length === 0 ? 'req' : undefined)
  if (request === undefined) return undefined
  const others = params.slice(1).map(({ start, end }) => text.slice(start, end))
  const own =
    body.type === 'BlockStatement'
      ? text
          .slice(body.start + 1, body.end - 1)
          .replace(/^[^\S\n]*\n/, '')
          .replace(/[^\S\n]*$/, '')
      : `  return ${text.slice(body.start, body.end)}\n`
  const declares = [...nodesOf(body)].some(
    (each) => each.type === 'VariableDeclarator' && nameOf((each as Node & { id: Node }).id) === 'token',
  )
  const isOwn =
    /const (?:token = (?:await getToken\(|\w+[.]nextauth[.]token)|\{ token \} = \w+[.]nextauth)/.test(own)
  if (declares && !isOwn) return undefined
  const replaced = own
    .replace(
      new RegExp(
        `^[^\\S\\n]*const token = ${request}[.]nextauth[.]token(?: as [^\\n;]+)?;?[^\\S\\n]*\\n`,
        'm',
      ),
      '',
    )
    .replace(new RegExp(`^[^\\S\\n]*const \\{ token \\} = ${request}[.]nextauth;?[^\\S\\n]*\\n`, 'm'), '')
    .replace(/^[^\S\n]*const token = await getToken\([^\n]*\);?[^\S\n]*\n/m, '')
    .replaceAll(`${request}.nextauth.token`, 'token')
    .replaceAll(`${request}.nextauth?.token`, 'token')
  const indents = replaced
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.match(/^ */)?.[0].length ?? 0)
  const surplus = replaced.includes('`') ? 0 : Math.max(0, Math.min(...indents) - 2)
  const moved = replaced.replaceAll(new RegExp(`^ {${surplus}}`, 'gm'), '')
  if (/[.]nextauth\b/.test(replaced.replaceAll(/\/\/.*$/gm, ''))) return undefined
  return {
    request,
    parameters: [`${request}${isTyped ? ': NextRequest' : ''}`, ...others].join(', '),
    body: moved,
  }
}

/** The condition under which `authorized` lets a request through, for a function of `token` and `req`. */
function conditionOf({ text }: EditedModule, value: Node, property: Node, request: string): string {
  const { params, body } = value as Node & { params?: readonly Node[]; body?: Node }
  const source = body && text.slice(body.start, body.end)
  if (source !== undefined) {
    const result =
      body?.type === 'BlockStatement'
        ? source.match(/^\{\s*(?:\/\/[^\n]*\s*)*return ([^;\n]+);?\s*\}$/)?.[1]
        : source
    const names = params?.[0] ? text.slice(params[0].start, params[0].end) : '{}'
    const isPlain = /^\{[\s\w,]*\}$/.test(names.replace(/:\s*\{[^}]*\}$/, ''))
    if (result !== undefined && isPlain && (!/\breq\b/.test(result) || request === 'req')) {
      if (/^(?:!!token|token !== null|token != null|Boolean\(token\)|token)$/.test(result.trim()))
        return 'token'
      return result.trim()
    }
  }
  const isMethod = (property as Node & { method?: boolean }).method === true
  const written = isMethod
    ? `async function ${text.slice(value.start, value.end)}`
    : text.slice(value.start, value.end)
  return `await (${written})({ token, req${request === 'req' ? '' : `: ${request}`} })`
}

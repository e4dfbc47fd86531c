import type { AssignmentPattern, Node, ObjectExpression, Property } from 'acorn'
import { declaredNames, type EditedModule, nodesOf, startOfCode } from '../edit/module.js'
import { bare, keyOf, nameOf, propertyNamed, stringOf } from '../edit/nodes.js'
import { majorVersion } from '../project/project.js'
import { removeImports, renameExported, renameUses } from './edits.js'
import { isWithin, shadowsOf } from './scopes.js'
import type { Sources } from './sources.js'
import {
  callsOf,
  functionsAround,
  importedNames,
  leaveTodo,
  placedNodes,
  propertyOf,
  specifiersOf,
} from './syntax.js'
import { renameTargets } from './targets.js'

function movedModule(specifier: string): string | undefined {
  const replacement = modules[specifier]
  if (replacement !== undefined) return replacement
  const id = specifier.match(
    /^(?:next-auth|@auth\/(?:core|sveltekit|solid-start))\/providers\/([\w-]+)$/,
  )?.[1]
  if (id === undefined) return undefined
  if (providerTypeModules.includes(id)) return 'authwright/compat'
  if (authJsOnlyProviders.includes(id)) return `@auth/core/providers/${id}`
  return `authwright/compat/providers/${renamedProviders[id] ?? id}`
}

const authJsOnlyProviders: readonly string[] = ['azure-devops', 'medium', 'passage']

const providerTypeModules: readonly string[] = ['oauth', 'oauth-types', 'provider-types']

const renamedProviders: Readonly<Record<string, string>> = { 'ory-hydra': 'hydra' }

const modules: Readonly<Record<string, string>> = {
  'next-auth': 'authwright/compat/next',
  'next-auth/next': 'authwright/compat/next',
  'next-auth/react': 'authwright/compat/react',
  'next-auth/client': 'authwright/compat/react',
  'next-auth/jwt': 'authwright/compat/jwt',
  'next-auth/adapters': 'authwright/compat',
  'next-auth/providers': 'authwright/compat',
  'next-auth/providers/index': 'authwright/compat',
  'next-auth/core/types': 'authwright/compat',
  'next-auth/middleware': 'authwright/compat/next',
  'next-auth/package.json': 'authwright/package.json',
  'next-auth/webauthn': 'authwright/compat/react',
  '@auth/core': 'authwright/compat',
  '@auth/core/types': 'authwright/compat',
  '@auth/core/adapters': 'authwright/compat',
  '@auth/core/providers': 'authwright/compat',
  '@auth/core/jwt': 'authwright/compat/jwt',
  '@auth/core/errors': 'authwright/errors',
  '@auth/sveltekit': 'authwright/compat/sveltekit',
  '@auth/sveltekit/client': 'authwright/svelte',
  '@auth/sveltekit/components': 'authwright/sveltekit/components',
  '@auth/sveltekit/package.json': 'authwright/package.json',
  '@auth/solid-start': 'authwright/compat/solid-start',
  '@auth/solid-start/client': 'authwright/solid',
  '@solid-auth/base': 'authwright/compat/solid-start',
  '@solid-auth/base/client': 'authwright/solid',
}

export const adapterPackages: Readonly<Record<string, string>> = {
  '@next-auth/prisma-adapter': '@auth/prisma-adapter@^2.0.0',
  '@next-auth/drizzle-adapter': '@auth/drizzle-adapter@^1.0.0',
  '@next-auth/mongodb-adapter': '@auth/mongodb-adapter@^3.0.0',
  '@next-auth/firebase-adapter': '@auth/firebase-adapter@^2.0.0',
  '@next-auth/supabase-adapter': '@auth/supabase-adapter@^1.0.0',
  '@next-auth/upstash-redis-adapter': '@auth/upstash-redis-adapter@^2.0.0',
  '@next-auth/dynamodb-adapter': '@auth/dynamodb-adapter@^2.0.0',
  '@next-auth/typeorm-adapter': '@auth/typeorm-adapter@^2.0.0',
  '@next-auth/typeorm-legacy-adapter': '@auth/typeorm-adapter@^2.0.0',
  '@next-auth/sequelize-adapter': '@auth/sequelize-adapter@^2.0.0',
  '@next-auth/mikro-orm-adapter': '@auth/mikro-orm-adapter@^3.0.0',
  '@next-auth/pouchdb-adapter': '@auth/pouchdb-adapter@^2.0.0',
  '@next-auth/neo4j-adapter': '@auth/neo4j-adapter@^2.0.0',
  '@next-auth/dgraph-adapter': '@auth/dgraph-adapter@^2.0.0',
  '@next-auth/fauna-adapter': '@auth/fauna-adapter@^2.0.0',
  '@next-auth/xata-adapter': '@auth/xata-adapter@^1.0.0',
}

/** The names that the framework's entry point exports. All other names are in `authwright/compat`. */
const frameworkNames: ReadonlySet<string> = new Set([
  'default',
  '*',
  'NextAuth',
  'NextAuthConfig',
  'NextAuthResult',
  'NextAuthRequest',
  'SvelteKitAuth',
  'SvelteKitAuthConfig',
  'SolidAuth',
  'SolidAuthConfig',
  'getSession',
  'Session',
  'DefaultSession',
  'User',
  'DefaultUser',
  'Account',
  'Profile',
  'AuthError',
  'CredentialsSignin',
  'customFetch',
])

const renamedTypes: Readonly<Record<string, string>> = {
  NextAuthOptions: 'NextAuthConfig',
  AuthOptions: 'NextAuthConfig',
  NextRequestWithAuth: 'NextAuthRequest',
  NodemailerConfig: 'EmailConfig',
  NodemailerUserConfig: 'EmailUserConfig',
}

const providerTypes = /^(?:Email|Credentials|OAuth|OAuth2|OIDC|WebAuthn)(?:User)?Config$|^CredentialInput$/

export function useCompatNames(sources: Sources): void {
  const renamesLocals = isEarlyKit(sources) && !leaveSessionAssignments(sources)
  for (const file of sources.files()) {
    sources.edit(file, renameNames)
    sources.edit(file, renameMembers)
    sources.edit(file, movePaths)
    sources.edit(file, moveCommentPaths)
    splitImports(sources, file)
    sources.edit(file, renameUpdate)
    if (isEarlyKit(sources)) sources.edit(file, takeHandle)
    if (renamesLocals) sources.edit(file, renameLocals)
    sources.edit(file, leaveServerToken)
    const text = sources.read(file) ?? ''
    const moved = text.replaceAll(
      /(\/\/\/\s*<reference\s+types=["'])(@auth\/(?:sveltekit|solid-start))(?=["'])/g,
      (_, start, specifier) => start + movedModule(specifier),
    )
    if (moved !== text) sources.write(file, moved)
  }
  renameTargets(sources)
}

function renameNames(module: EditedModule): void {
  const taken = new Set(declaredNames(module))
  for (const { imported, local, from, specifier } of importedNames(module)) {
    const name = renamedTypes[imported]
    if (name === undefined || !/^next-auth(?:$|\/)/.test(from)) continue
    if (imported !== local) {
      const start = specifier.start + module.text.slice(specifier.start, specifier.end).indexOf(imported)
      module.edits.overwrite(start, start + imported.length, name)
      continue
    }
    const isTaken = taken.has(name) || shadowsOf(module, name).length > 0
    const source = isTaken ? `${name} as ${local}` : name
    module.edits.overwrite(specifier.end - imported.length, specifier.end, source)
    if (isTaken) continue
    taken.add(name)
    renameUses(module, local, name)
  }
  for (const statement of module.program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    if (!/^next-auth(?:$|\/)/.test(String(statement.source?.value))) continue
    for (const specifier of statement.specifiers) {
      const name = renamedTypes[nameOf(specifier.local) ?? '']
      if (name !== undefined) renameExported(module, specifier, name)
    }
  }
}

/** Renames types in `auth.NextAuthOptions` and `import('next-auth').NextAuthOptions`. */
function renameMembers(module: EditedModule): void {
  const namespaces = importedNames(module).filter(
    ({ imported, from }) => imported === '*' && /^next-auth(?:$|\/)/.test(from),
  )
  for (const node of nodesOf(module.program)) {
    const { left, right, argument, qualifier } = node as Node & Record<string, Node | undefined>
    const isMember =
      (node as Node & { type: string }).type === 'TSQualifiedName' &&
      namespaces.some(({ local }) => local === nameOf(left))
    const path = stringOf((argument as (Node & { literal?: Node }) | undefined)?.literal ?? argument)
    const isImport =
      (node as Node & { type: string }).type === 'TSImportType' && /^next-auth(?:$|\/)/.test(path ?? '')
    const member = isMember ? right : isImport ? qualifier : undefined
    const name = renamedTypes[nameOf(member) ?? '']
    if (member && name !== undefined) module.edits.overwrite(member.start, member.end, name)
  }
}

/** Changes comments with types such as `import('next-auth').NextAuthOptions`. */
function moveCommentPaths({ comments, text, edits }: EditedModule): void {
  for (const { start, end, type } of comments) {
    if (type !== 'Block') continue
    const before = text.slice(start, end)
    const after = before.replaceAll(
      /\bimport\((["'])([^"'\n]+)\1\)(?:[.](\w+))?/g,
      (whole, quote: string, from: string, name = '') => {
        const to = movedModule(from)
        if (to === undefined) return whole
        const renamed = renamedTypes[name] ?? name
        const isEntry = /^authwright\/compat\/(?:next|sveltekit|solid-start)$/.test(to)
        const path = isEntry && name !== '' && !frameworkNames.has(renamed) ? 'authwright/compat' : to
        return `import(${quote}${path}${quote})${name === '' ? '' : `.${renamed}`}`
      },
    )
    if (after !== before) edits.overwrite(start, end, after)
  }
}

/** Imports the modules that a file augments, because an augmentation only merges into a module that the program loads. */
export function loadAugmented(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/declare module ['"]authwright/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const { program, edits, quote, end, newline } = module
      const imported = new Set<unknown>(
        program.body.flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : [])),
      )
      const isModule = program.body.some(({ type }) => /^(?:Import|Export)/.test(type))
      if (!isModule) return
      for (const { node, value } of specifiersOf(module)) {
        const isAugmented = program.body.some(
          (each) =>
            (each as Node).type === 'TSModuleDeclaration' && each.start < node.start && node.end < each.end,
        )
        if (!isAugmented || imported.has(value) || !value.startsWith('authwright/')) continue
        imported.add(value)
        const first =
          program.body.find(({ type }) => type === 'ImportDeclaration') ??
          program.body.find((each) => each.type !== 'ExpressionStatement' || each.directive === undefined)
        edits.appendLeft(first?.start ?? 0, `import type {} from ${quote}${value}${quote}${end}${newline}`)
      }
    })
  }
}

/** Renames `update`, the name of `unstable_update` in early versions of Auth.js 5. */
function renameUpdate(module: EditedModule): void {
  const creators = importedNames(module).filter(
    ({ imported, from }) => imported === 'default' && from === 'authwright/compat/next',
  )
  for (const node of nodesOf(module.program)) {
    const { id, init } = node as Node & { id?: Node; init?: (Node & { callee?: Node }) | null }
    if (node.type !== 'VariableDeclarator' || id?.type !== 'ObjectPattern') continue
    if (!creators.some(({ local }) => local === nameOf(init?.callee))) continue
    for (const property of (id as Node & { properties: readonly Property[] }).properties) {
      if (nameOf(property.key) !== 'update') continue
      module.edits.overwrite(
        property.key.start,
        property.key.end,
        property.shorthand ? 'unstable_update: update' : 'unstable_update',
      )
    }
  }
}

/** Leaves a comment at calls of `getCsrfToken()` on the server. In `next-auth` 4, these calls read the cookies of a request. */
function leaveServerToken(module: EditedModule): void {
  const shadows = new Map<string, readonly Node[]>()
  for (const { imported, local, from } of importedNames(module)) {
    if (from !== 'authwright/compat/react' || !/^(?:getCsrfToken|[*])$/.test(imported)) continue
    shadows.set(imported === '*' ? `${local}.getCsrfToken` : local, shadowsOf(module, local))
  }
  for (const call of nodesOf(module.program)) {
    const { callee, arguments: args = [] } = call as Node & { callee?: Node; arguments?: readonly Node[] }
    if (call.type !== 'CallExpression' || !callee) continue
    const owner = nameOf((callee as Node & { object?: Node }).object)
    const shadowsOfName = shadows.get(nameOf(callee) ?? `${owner}.${propertyOf(callee)}`)
    if (!shadowsOfName || isWithin(call, shadowsOfName)) continue
    if (args.length === 0 && !isOnServer(module, call)) continue
    leaveTodo(module, call, 'getCsrfToken() runs only in the browser.', 'tokens-of-forms')
  }
}

function isOnServer(module: EditedModule, call: Node): boolean {
  const outer = functionsAround(module, call).at(-1)
  if (!outer) return false
  const before = module.text.slice(Math.max(0, outer.start - 120), outer.start)
  const name = nameOf((outer as Node & { id?: Node | null }).id) ?? ''
  return (
    /^get(?:ServerSide|Static)Props$/.test(name) ||
    /\bget(?:ServerSide|Static)Props\b[^;{}]*=\s*$/.test(before)
  )
}

/** Before version 1 of `@auth/sveltekit`, `SvelteKitAuth()` returned the hook, and `locals.auth` was `locals.getSession`. */
function isEarlyKit({ project }: Sources): boolean {
  return majorVersion(project, '@auth/sveltekit') === 0
}

function takeHandle(module: EditedModule): void {
  const creators = importedNames(module).filter(({ imported }) => imported === 'SvelteKitAuth')
  const parents = new Map([...placedNodes(module.program)].map(({ node, parent }) => [node, parent]))
  for (const call of creators.flatMap(({ local }) => callsOf(module, local))) {
    let parent = parents.get(call)
    while (parent && bare(parent) !== parent) parent = parents.get(parent)
    const { id } = (parent ?? {}) as { id?: Node }
    // An earlier run has added `.handle`.
    if (parent?.type === 'MemberExpression' || id?.type === 'ObjectPattern') continue
    module.edits.appendLeft(call.end, '.handle')
  }
}

/** Returns whether the application assigns its own `locals.getSession`, whose calls must not be renamed. */
function leaveSessionAssignments(sources: Sources): boolean {
  let isAssigned = false
  for (const file of sources.files()) {
    if (!/\blocals\b[\s\S]*\bgetSession\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const node of nodesOf(module.program)) {
        if (!assignsSession(node)) continue
        isAssigned = true
        const message =
          'this line assigns your own locals.getSession(). Replace calls of the locals.getSession() of @auth/sveltekit with locals.auth().'
        leaveTodo(module, node, message, 'what-changes')
      }
    })
  }
  return isAssigned
}

function assignsSession(node: Node): boolean {
  const { left, right, callee } = node as Node & Record<string, Node | undefined>
  const { arguments: args = [] } = node as Node & { arguments?: readonly Node[] }
  if (node.type === 'AssignmentExpression' && left && right) {
    if (propertyOf(left) === 'getSession') return isLocals((left as Node & { object: Node }).object)
    return isLocals(left) && hasSession(bare(right))
  }
  if (node.type !== 'CallExpression' || propertyOf(callee) !== 'assign') return false
  return isLocals(args[0]) && args.some((each) => hasSession(bare(each)))
}

function isLocals(node: Node | undefined): boolean {
  const inner = node && bare(node)
  return (nameOf(inner) ?? propertyOf(inner)) === 'locals'
}

function hasSession(node: Node): boolean {
  return node.type === 'ObjectExpression' && !!propertyNamed(node as ObjectExpression, 'getSession')
}

function renameLocals(module: EditedModule): void {
  for (const node of nodesOf(module.program)) {
    const { object, property, key, value, id, init, left, right } = node as Node &
      Record<string, Node | null | undefined>
    if (node.type === 'MemberExpression' && property && propertyOf(node) === 'getSession') {
      if (object && isLocals(object)) renameKey(module, property, 'auth')
    } else if (node.type === 'VariableDeclarator' && init && isLocals(init)) renameSession(module, id)
    else if (node.type === 'AssignmentExpression' && right && isLocals(right)) renameSession(module, left)
    else if (node.type === 'Property' && key && keyOf(node as Property) === 'locals')
      renameSession(module, (value as AssignmentPattern).left ?? value)
  }
}

function renameSession(module: EditedModule, node: Node | null | undefined): void {
  const { properties = [] } = (node ?? {}) as { readonly properties?: readonly Node[] }
  for (const each of properties) {
    if (each.type !== 'Property' || keyOf(each as Property) !== 'getSession') continue
    const { key, shorthand } = each as Property
    if (shorthand) module.edits.appendLeft(each.start, 'auth: ')
    else renameKey(module, key, 'auth')
  }
}

function renameKey({ edits }: EditedModule, { type, start, end }: Node, to: string): void {
  const quote = type === 'Identifier' ? 0 : 1
  edits.overwrite(start + quote, end - quote, to)
}

function movePaths(module: EditedModule): void {
  for (const { node, value } of specifiersOf(module)) {
    const to = movedModule(value) ?? adapterPackages[value]?.replace(/@[^@]*$/, '')
    if (to !== undefined) module.edits.overwrite(node.start + 1, node.end - 1, to)
  }
}

function splitImports(sources: Sources, file: string): void {
  const moved: string[] = []
  sources.edit(file, (module) => {
    const strays = importedNames(module).filter(
      ({ from, imported }) =>
        (/^authwright\/compat\/(?:next|sveltekit|solid-start)$/.test(from) &&
          !frameworkNames.has(imported)) ||
        (from.startsWith('authwright/compat/providers/') && providerTypes.test(imported)),
    )
    for (const { specifier, isType } of strays) {
      const source = module.text.slice(specifier.start, specifier.end)
      moved.push(isType && !source.startsWith('type ') ? `type ${source}` : source)
    }
    if (strays.length > 0) removeImports(module, strays)
  })
  if (moved.length === 0) return
  sources.edit(file, (module) => {
    const { program, edits, quote, end, newline } = module
    const first = program.body.find(({ type }) => type === 'ImportDeclaration')
    const list = moved.join(', ')
    edits.appendLeft(
      first?.start ?? startOfCode(module),
      `import { ${list} } from ${quote}authwright/compat${quote}${end}${newline}`,
    )
  })
}

import type { CallExpression, Node } from 'acorn'
import { addImport, declaredNames, type EditedModule, nodesOf } from '../edit/module.js'
import { declarationOf } from './exports.js'
import type { Sources } from './sources.js'
import { callsOf, importedNames, nameOf, stringOf } from './syntax.js'

/**
 * Casts ids to provider ids in calls of `signIn`. The builder's `signIn` accepts only the ids of its
 * providers, but an expression may have the type `string`.
 */
export function assertProviderIds(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/[.][cm]?tsx?$/.test(file)) continue
    sources.edit(file, (module) => {
      const names = importedNames(module)
      const signIn = names.find(({ imported, from }) => {
        const target = sources.resolve(file, from)
        if (target === undefined) return false
        const declared = declarationOf(sources, target, imported)
        if (declared?.name !== 'signIn' || !isNextChain(sources.read(declared.file) ?? '')) return false
        return declarationOf(sources, target, 'auth')?.file === declared.file
      })
      if (signIn === undefined) return
      for (const { arguments: args } of callsOf(module, signIn.local)) {
        const [id] = args
        if (id === undefined || needsNoCast(id)) continue
        const type = importProviderId(module)
        const auth = addImport(module, 'auth', signIn.from)
        const isSimple = /^(?:Identifier|MemberExpression|CallExpression)$/.test(id.type)
        if (!isSimple) module.edits.appendLeft(id.start, '(')
        module.edits.appendLeft(id.end, `${isSimple ? '' : ')'} as ${type}<typeof ${auth}>`)
      }
    })
  }
}

/**
 * Changes `auth as jest.Mock` in tests to `auth as unknown as jest.Mock`, because the type of the builder's
 * function is too different for a single cast.
 */
export function assertMocks(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/\bas (?:jest|vi)[.]?Mock|\bas Mock/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const locals = importedNames(module)
        .filter(({ imported, from }) => {
          const target = sources.resolve(file, from)
          return (
            ['auth', 'signIn', 'signOut'].includes(imported) &&
            target !== undefined &&
            isNextChain(sources.read(target) ?? '')
          )
        })
        .map(({ local }) => local)
      for (const node of nodesOf(module.program)) {
        const { expression, typeAnnotation } = node as Node & { expression?: Node; typeAnnotation?: Node }
        if ((node as Node).type !== 'TSAsExpression' || !expression || !typeAnnotation) continue
        if (!locals.includes(nameOf(expression) ?? '')) continue
        const type = module.text.slice(typeAnnotation.start, typeAnnotation.end)
        if (/^(?:(?:jest|vi)[.])?Mock/.test(type)) module.edits.appendLeft(expression.end, ' as unknown')
      }
    })
  }
}

/** Whether a module builds an instance for Next.js with a chain. */
function isNextChain(text: string): boolean {
  return (
    text.includes('.build()') && !/authwright\/(?:sveltekit|solid-start)/.test(text) && /\bauth\b/.test(text)
  )
}

/** Whether an id needs no cast: a string, or an expression with a cast. */
function needsNoCast(node: CallExpression['arguments'][number]): boolean {
  const { name } = node as Node & { name?: string }
  return stringOf(node) !== undefined || name === 'undefined' || /^(?:Spread|TS)/.test(node.type)
}

/** Imports the type of provider ids. Returns its local name, which differs if the module has another `ProviderId`. */
function importProviderId(module: EditedModule): string {
  const local = declaredNames(module).has('ProviderId') ? 'AuthProviderId' : 'ProviderId'
  addImport(module, local === 'ProviderId' ? 'type ProviderId' : `type ProviderId as ${local}`, 'authwright')
  return local
}

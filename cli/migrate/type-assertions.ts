import type { CallExpression, Node } from 'acorn'
import { addImport, addTypeImport, type EditedModule, nodesOf } from '../edit/module.js'
import { isNamed, nameOf, stringOf } from '../edit/nodes.js'
import { type Declared, declarationOf } from './exports.js'
import { isTypeScript, type Sources } from './sources.js'
import { callsOf, importedNames } from './syntax.js'

/**
 * Adds type assertions to provider ids. The builder's `signIn` accepts only the ids of its providers, but an expression
 * may have the type `string`.
 */
export function assertProviderIds(sources: Sources): void {
  for (const file of sources.files()) {
    if (!isTypeScript(file)) continue
    sources.edit(file, (module) => {
      const signIn = importedNames(module).find(({ imported, from }) => {
        const declared = declaredInChain(sources, file, from, imported)
        if (declared?.name !== 'signIn') return false
        return declaredInChain(sources, file, from, 'auth')?.file === declared.file
      })
      if (signIn === undefined) return
      for (const { arguments: args } of callsOf(module, signIn.local)) {
        const [id] = args
        if (id === undefined || needsNoCast(module, id)) continue
        const type = addTypeImport(module, 'ProviderId', 'authwright')
        const auth = addImport(module, 'auth', signIn.from)
        const isSimple = /^(?:Identifier|MemberExpression|CallExpression|TS\w+)$/.test(id.type)
        if (!isSimple) module.edits.appendLeft(id.start, '(')
        module.edits.appendLeft(id.end, `${isSimple ? '' : ')'} as ${type}<typeof ${auth}>`)
      }
    })
  }
}

/**
 * Adds `as unknown` before casts to mock types such as `jest.Mock`: the type of the builder's function differs too much
 * from them for a single cast.
 */
export function assertMocks(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/\bas (?:(?:jest|vi)[.])?Mock/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const locals = importedNames(module)
        .filter(({ imported, from }) =>
          /^(?:auth|signIn|signOut)$/.test(declaredInChain(sources, file, from, imported)?.name ?? ''),
        )
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

function declaredInChain(
  sources: Sources,
  file: string,
  from: string,
  imported: string,
): Declared | undefined {
  const target = sources.resolve(file, from)
  const declared = target === undefined ? undefined : declarationOf(sources, target, imported)
  return declared && isNextChain(sources.read(declared.file) ?? '') ? declared : undefined
}

function isNextChain(text: string): boolean {
  return (
    text.includes('.build()') && !/authwright\/(?:sveltekit|solid-start)/.test(text) && /\bauth\b/.test(text)
  )
}

function needsNoCast({ text }: EditedModule, node: CallExpression['arguments'][number]): boolean {
  if (stringOf(node) !== undefined || isNamed(node, 'undefined') || node.type === 'SpreadElement') return true
  const { typeAnnotation } = node as Node & { typeAnnotation?: Node }
  if (!/^TS(?:As|TypeAssertion)/.test(node.type) || !typeAnnotation) return false
  return !/\bstring\b/.test(text.slice(typeAnnotation.start, typeAnnotation.end))
}

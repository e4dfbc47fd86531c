import type { CallExpression, Node } from 'acorn'
import { addImport } from '../edit/module.js'
import { importedNames } from './imports.js'
import type { Sources } from './sources.js'
import { callsOf, stringOf } from './syntax.js'

/** The builder's `signIn` takes the ids of its providers: an id that the source does not show, such as a `string` of a property, is asserted to be one. */
export function assertProviderIds(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/[.][cm]?tsx?$/.test(file)) continue
    sources.edit(file, (module) => {
      const names = importedNames(module)
      const signIn = names.find(({ imported, from }) => {
        if (imported !== 'signIn') return false
        const target = sources.resolve(file, from)
        return target !== undefined && isNextChain(sources.read(target) ?? '')
      })
      if (signIn === undefined) return
      for (const { arguments: given } of callsOf(module, signIn.local)) {
        const [id] = given
        if (id === undefined || isLiteral(id)) continue
        const type = addImport(module, 'type ProviderIdOf', 'authwright').replace(/^type /, '')
        const auth = addImport(module, 'auth', signIn.from)
        const isSimple = /^(?:Identifier|MemberExpression|CallExpression)$/.test(id.type)
        if (!isSimple) module.edits.appendLeft(id.start, '(')
        module.edits.appendLeft(id.end, `${isSimple ? '' : ')'} as ${type}<typeof ${auth}>`)
      }
    })
  }
}

function isNextChain(text: string): boolean {
  return /\bcreateAuth\(/.test(text) && text.includes('authwright/next') && /\bauth\b/.test(text)
}

/** A string, or what says its type already. */
function isLiteral(node: CallExpression['arguments'][number]): boolean {
  const { name } = node as Node & { name?: string }
  return stringOf(node) !== undefined || name === 'undefined' || /^(?:Spread|TS)/.test(node.type)
}

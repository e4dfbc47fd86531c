import type { Node, TemplateElement } from 'acorn'
import { nodesOf } from '../edit/module.js'
import { stringOf } from '../edit/nodes.js'
import type { Sources } from './sources.js'
import { leaveTodo } from './syntax.js'

const legacyName = /\bnext-auth[.](session|csrf)-token\b/

/**
 * Leaves a comment at names of cookies of `next-auth` 4. Code that reads such a cookie no longer finds it, unless the configuration sets
 * the name.
 */
export function leaveCookieNames(sources: Sources): void {
  if (sources.files().some((file) => /\bsessionToken\s*:\s*\{/.test(sources.read(file) ?? ''))) return
  for (const file of sources.mentioning('next-auth.')) {
    if (!legacyName.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const node of nodesOf(module.program)) {
        const kind = textOf(node).match(legacyName)?.[1]
        if (kind) leaveTodo(module, node, `this cookie is authjs.${kind}-token now.`, 'what-changes')
      }
    })
  }
}

function textOf(node: Node): string {
  return node.type === 'TemplateElement' ? (node as TemplateElement).value.raw : (stringOf(node) ?? '')
}

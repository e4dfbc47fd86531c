import type { Node, ObjectExpression, Property } from 'acorn'
import { keyOf, nameOf, propertyNamed } from '../edit/nodes.js'
import type { Sources } from './sources.js'
import { declaredValue, leaveTodo, placedNodes } from './syntax.js'

/** Leaves a comment at `logger.error(code, metadata)` of `next-auth` 4: the function now receives only an `Error`. */
export function leaveLogger(sources: Sources): void {
  if (!sources.isVersion4) return
  for (const file of sources.files()) {
    if (!/\blogger\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { node, parent } of placedNodes(module.program)) {
        if (parent.type !== 'ObjectExpression' || node.type !== 'Property') continue
        if (keyOf(node as Property) !== 'logger') continue
        const logger = declaredValue(module, (node as Property).value)
        const error =
          logger?.type === 'ObjectExpression' && propertyNamed(logger as ObjectExpression, 'error')
        if (error && takesCode(declaredValue(module, error.value)))
          leaveTodo(module, error, 'error() of the logger receives only an Error.', 'logger')
      }
    })
  }
}

function takesCode(error: Node | undefined): boolean {
  const { params } = (error ?? {}) as Node & { params?: readonly Node[] }
  const [first, ...others] = params ?? []
  if (params === undefined || others.length > 0) return true
  return (
    first !== undefined && first.type !== 'RestElement' && !/^e(?:rr(?:or)?)?$/i.test(nameOf(first) ?? '')
  )
}

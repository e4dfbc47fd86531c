import type { Node, ObjectExpression, Property } from 'acorn'
import { nodesOf } from '../edit/module.js'
import type { Sources } from './sources.js'
import { bare, keyOf, leaveTodo, propertyNamed } from './syntax.js'

/** Leaves a comment at `logger.error(code, metadata)` of `next-auth` 4: the function now receives only an `Error`. */
export function leaveLogger(sources: Sources): void {
  if (!sources.isVersion4) return
  for (const file of sources.files()) {
    if (!/\blogger\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const node of nodesOf(module.program)) {
        if (node.type !== 'Property' || keyOf(node as Property) !== 'logger') continue
        const logger = bare((node as Property).value)
        const error = logger.type === 'ObjectExpression' && propertyNamed(logger as ObjectExpression, 'error')
        const { params = [] } = (error ? error.value : {}) as Node & { params?: readonly Node[] }
        if (error && params.length > 1)
          leaveTodo(module, error, 'error() of the logger receives only an Error.', 'logger')
      }
    })
  }
}

import type { Node } from 'acorn'
import type { EditedModule } from '../../edit/module.js'
import { removeImports } from '../edits.js'
import type { ImportedName } from '../syntax.js'
import type { Part } from './base-parts.js'
import type { Plan } from './plan-join.js'

export function writeJoin(module: EditedModule, plan: Plan, toSpecifier: (from: string) => string): void {
  const { spread, properties, callbacks, providers, comments } = plan
  if (callbacks.place?.type === 'SpreadElement') {
    replaceItem(module, callbacks.place, lines(module, callbacks.place, callbacks.parts))
  } else if (callbacks.place) {
    const source = lines(module, callbacks.place, callbacks.parts)
    module.edits.appendLeft(callbacks.place.start, `${source},${gapAt(module, callbacks.place)}`)
  }
  if (providers.place) {
    const hasComments = providers.parts.some((part) => part.comments.length > 0)
    const line = providers.parts.map(({ source }) => source).join(', ')
    const source = hasComments ? lines(module, providers.place, providers.parts) : line
    replaceItem(module, providers.place, source)
  }
  const gap = gapAt(module, spread, '  ')
  module.edits.appendLeft(spread.start, comments.map((comment) => comment + gap).join(''))
  replaceItem(module, spread, lines(module, spread, properties, '  '))
  removeImports(module, [plan.imported])
  prependImports(module, plan.imports, toSpecifier)
}

function lines(module: EditedModule, place: Node, parts: readonly Part[], indent?: string): string {
  const gap = gapAt(module, place, indent)
  return parts.map((part) => [...part.comments, part.source].join(gap)).join(`,${gap}`)
}

/** `indent` is used if the place does not begin its line. */
function gapAt({ newline, text }: EditedModule, { start }: Node, indent = '    '): string {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return newline + (/^[^\S\n]+$/.test(line) ? line : indent)
}

function prependImports(
  { edits, quote, end, newline }: EditedModule,
  names: readonly ImportedName[],
  toSpecifier: (from: string) => string,
): void {
  for (const declaration of new Set(names.map((name) => name.declaration))) {
    const clause = clauseOf(names.filter((name) => name.declaration === declaration))
    const specifier = toSpecifier(String(declaration.source.value))
    edits.prepend(`import ${clause} from ${quote}${specifier}${quote}${end}${newline}`)
  }
}

function clauseOf(names: readonly ImportedName[]): string {
  const areTypes = names.every(({ isType }) => isType)
  const others = names.filter(({ imported }) => imported !== 'default' && imported !== '*')
  const braces = others.map(({ imported, local, isType }) => {
    const name = imported === local ? local : `${imported} as ${local}`
    return isType && !areTypes ? `type ${name}` : name
  })
  const clause = [
    ...names.flatMap(({ imported, local }) => (imported === 'default' ? [local] : [])),
    ...names.flatMap(({ imported, local }) => (imported === '*' ? [`* as ${local}`] : [])),
    ...(braces.length > 0 ? [`{ ${braces.join(', ')} }`] : []),
  ].join(', ')
  return areTypes ? `type ${clause}` : clause
}

function replaceItem({ edits, text }: EditedModule, item: Node, source: string): void {
  if (source !== '') {
    edits.overwrite(item.start, item.end, source)
    return
  }
  const comma = text.slice(item.end).match(/^\s*,\s*/)?.[0] ?? ''
  edits.remove(item.start, item.end + comma.length)
}

import type { CallExpression, LogicalExpression, MemberExpression, Node } from 'acorn'
import { adapterIn } from '../edit/chain.js'
import { localName } from '../edit/module.js'
import { bare, isNamed, nameOf, stringOf } from '../edit/nodes.js'
import { nodesUsedBy } from '../edit/used-nodes.js'
import { pagePath } from '../package-files.js'
import { envFileOf } from '../project/env-file.js'
import type { Check } from './check.js'

/** Checks the variable with the URL that `pg()` receives. The check of the database needs a configuration that can be loaded. */
export const databaseVariable: Check = ({ project, env, production, source }) => {
  const adapter = source && adapterIn(source.configuration)
  const pg = source && localName(source.module, 'pg', (from) => from === 'authwright/adapters/pg')
  // With PGHOST, the driver needs no URL.
  if (!adapter || pg === undefined || env['PGHOST']) return []
  const nodes = nodesUsedBy(source.module, [adapter])
  const conditions = nodes.filter(({ type }) =>
    /^(?:Conditional|Logical)Expression$|^IfStatement$/.test(type),
  )
  const place = production ? 'in the environment of the deployment' : `in ${envFileOf(project)}`
  return nodes
    .filter((node): node is CallExpression => isNamed((node as CallExpression).callee, pg))
    .filter(({ start, end }) => !conditions.some((each) => each.start <= start && end <= each.end))
    .flatMap(({ arguments: [url] }) => variableOf(url) ?? [])
    .map((name) =>
      env[name]
        ? { check: 'database', status: 'ok', message: `${name} is set.` }
        : {
            check: 'database',
            status: 'problem',
            message: `${name} is not set.`,
            fix: `Set ${name} ${place}: see ${pagePath('adapters.md')}#pg.`,
          },
    )
}

/** The name of the variable in an expression such as `process.env.NAME ?? ''`. */
function variableOf(expression: Node | undefined): string | undefined {
  const value = expression && bare(expression)
  if (value?.type === 'LogicalExpression') {
    const { left, right } = value as LogicalExpression
    return stringOf(right) === '' ? variableOf(left) : undefined
  }
  if (value?.type !== 'MemberExpression') return undefined
  const name = nameOf((value as MemberExpression).property)
  return name !== undefined && /^[A-Z][A-Z0-9_]*$/.test(name) ? name : undefined
}

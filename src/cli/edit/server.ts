import { addImport, endOfLine, parseModule } from './module.js'

/** The routes of sign-in, taken by an application of Hono or Express right after it is made: before other routes and readers of bodies. */
export function insertAfterApplication(
  text: string,
  routesModule: string,
  call: string,
): { text: string; mode: 'insert' | 'replace' } | undefined {
  const module = parseModule('server.ts', text)
  const { program, edits, end, newline } = module
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      if (init.type !== 'NewExpression' && init.type !== 'CallExpression') continue
      const { callee } = init
      if (callee.type !== 'Identifier' || !/^(?:Hono|OpenAPIHono|express)$/.test(callee.name)) continue
      const name = addImport(module, 'authRoutes', routesModule)
      const semicolon = end || (text.slice(statement.start, statement.end).endsWith(';') ? ';' : '')
      edits.appendLeft(
        endOfLine(text, statement.end),
        `${newline}${id.name}.${call.replace('authRoutes', name)}${semicolon}`,
      )
      return { text: edits.toString(), mode: 'insert' }
    }
  }
  return undefined
}

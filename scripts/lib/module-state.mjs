import ts from 'typescript'

const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])
const readonlyTypes = new Set(['ReadonlyMap', 'ReadonlySet', 'ReadonlyArray', 'Readonly'])

/** @param {ts.TypeNode | undefined} type */
function isReadonlyType(type) {
  if (type === undefined) return false
  if (ts.isTypeOperatorNode(type)) return type.operator === ts.SyntaxKind.ReadonlyKeyword
  return (
    ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && readonlyTypes.has(type.typeName.text)
  )
}

/** @param {ts.Expression} expression */
function isConstAssertion(expression) {
  return (
    ts.isAsExpression(expression) &&
    ts.isTypeReferenceNode(expression.type) &&
    ts.isIdentifier(expression.type.typeName) &&
    expression.type.typeName.text === 'const'
  )
}

/**
 * Why a module-level constant holds state all the same, if it does.
 *
 * @param {ts.VariableDeclaration} declaration
 * @returns {string | undefined}
 */
function mutableValue({ initializer, type, name }) {
  if (initializer === undefined || isReadonlyType(type)) return undefined
  if (ts.isNewExpression(initializer) && ts.isIdentifier(initializer.expression)) {
    const collection = initializer.expression.text
    if (!collections.has(collection)) return undefined
    return `"${name.getText()}" is a ${collection} of the module. Keep it in an instance, or type it as readonly.`
  }
  if (ts.isArrayLiteralExpression(initializer) && !isConstAssertion(initializer)) {
    return `"${name.getText()}" is an array that can be changed. Type it as readonly, or add "as const".`
  }
  return undefined
}

/**
 * The name at the root of `name.a.b` or `name['a']`.
 *
 * @param {ts.Node} expression
 * @returns {string | undefined}
 */
function rootName(expression) {
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) {
    const inner = expression.expression
    return ts.isIdentifier(inner) ? inner.text : rootName(inner)
  }
  return undefined
}

/**
 * What an expression writes to, when it is an assignment, an increment or a deletion.
 *
 * @param {ts.Node} node
 * @returns {ts.Node | undefined}
 */
function writtenTo(node) {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind
    const assigns = operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment
    return assigns ? node.left : undefined
  }
  if (ts.isDeleteExpression(node)) return node.expression
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const changes =
      node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
    return changes ? node.operand : undefined
  }
  return undefined
}

/**
 * Finds state that outlives an instance: variables of a module, collections and arrays that can be changed,
 * static fields that can be written, and writes to a member of a module's constant. It reads one file at a time
 * and goes by names, so a local variable that shadows a module's constant is taken for it: give it another name.
 *
 * @param {string} file name for messages
 * @param {string} text TypeScript source
 * @returns {readonly string[]} problems, each `file:line: what it is and what to do`
 */
export function moduleState(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  /** @type {string[]} */
  const problems = []
  /** @type {Set<string>} */
  const constants = new Set()

  /** @param {ts.Node} node @param {string} problem */
  const add = (node, problem) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    problems.push(`${file}:${line + 1}: ${problem}`)
  }

  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const ambient = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false
    if (ambient) continue
    const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    for (const declaration of statement.declarationList.declarations) {
      const name = declaration.name.getText()
      constants.add(name)
      const problem = constant
        ? mutableValue(declaration)
        : `"${name}" is a variable of the module. Keep it in an instance.`
      if (problem !== undefined) add(declaration, problem)
    }
  }

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isPropertyDeclaration(node)) {
      const modifiers = new Set(node.modifiers?.map(({ kind }) => kind))
      if (modifiers.has(ts.SyntaxKind.StaticKeyword) && !modifiers.has(ts.SyntaxKind.ReadonlyKeyword)) {
        add(node, `"${node.name.getText()}" is a static field that can be written. Make it readonly.`)
      }
    }
    const target = writtenTo(node)
    const name = target === undefined ? undefined : rootName(target)
    if (name !== undefined && constants.has(name)) {
      add(node, `changes "${name}", a constant of the module. Keep what changes in an instance.`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

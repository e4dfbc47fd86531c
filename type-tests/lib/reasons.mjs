import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from './declarations.mjs'

const source = readFileSync(path.join(root, 'src/builder/reasons.ts'), 'utf8')
const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } })

/** The sentences of the builder's rules, by code. */
export const { reasons } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`)

import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './support/demo.js'

const folder = join(root, 'examples/node')

/** The errors of the compiler for a file next to the files of the example. */
function complaints(source: string): string[] {
  const file = join(folder, 'src/tried-out.ts')
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.readFile = (name) => (name === file ? source : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('the session type of the example is the return type of its session callback', {
  timeout: 60_000,
}, () => {
  expect(
    complaints(`
      import { auth } from './auth.js'
      export async function plan(request: Request): Promise<'free' | 'pro' | undefined> {
        const session = await auth.auth(request)
        const id: string | undefined = session?.user.id
        return id === undefined ? undefined : session?.user.plan
      }
      type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
      type Session = NonNullable<Awaited<ReturnType<typeof auth.auth>>>
      export const exactly: Is<Session['user']['plan'], 'free' | 'pro'> = true
    `),
  ).toEqual([])
})

test('an unknown field of the session and an unknown provider do not compile', {
  timeout: 60_000,
}, () => {
  const session = complaints(`
    import { auth } from './auth.js'
    export async function plan(request: Request): Promise<unknown> {
      return (await auth.auth(request))?.user.plam
    }
  `)
  expect(session).toHaveLength(1)
  expect(session[0]).toContain("'plam'")

  const signIn = complaints(`
    import { auth } from './auth.js'
    export const started = (request: Request): unknown => auth.signIn('gogle', { request })
  `)
  expect(signIn).toHaveLength(1)
  expect(signIn[0]).toMatch(/"gogle".*"demo"/)
})

import { expect, test } from 'vitest'
import { codeBlocks, documentationComments } from '../../scripts/lib/code-blocks.mjs'

test('a page gives its TypeScript blocks, with names and marks', () => {
  const page = [
    '# Page',
    '```ts title=auth.ts',
    'export const a = 1',
    '```',
    '```sh',
    'npm test',
    '```',
    '<!--',
    '```ts expect-error',
    'a()',
    '```',
    '-->',
    '- in a list',
    '',
    '  ```typescript',
    '  if (a) {',
    '    b()',
    '  }',
    '  ```',
  ].join('\n')
  expect(codeBlocks(page)).toEqual([
    { line: 3, code: 'export const a = 1', file: 'auth.ts', titled: true, mustFail: false },
    { line: 10, code: 'a()', file: 'block-10.ts', titled: false, mustFail: true },
    { line: 16, code: 'if (a) {\n  b()\n}', file: 'block-16.ts', titled: false, mustFail: false },
  ])
})

test('a longer fence holds a shorter one', () => {
  const page = ['````md', '```ts', 'a', '```', '````', '```ts', 'b', '```'].join('\n')
  expect(codeBlocks(page).map(({ code }) => code)).toEqual(['b'])
})

test('a documentation comment gives its Markdown, each line at its place', () => {
  const source = [
    '/** One line: ```ts is no block here. */',
    'const fence = `',
    '```ts',
    '`',
    '/**',
    ' * Summary.',
    ' *',
    ' * ```ts',
    ' * const a = 1',
    ' * ```',
    ' */',
    'export function f() {}',
  ].join('\n')
  expect(codeBlocks(documentationComments(source))).toMatchObject([{ line: 9, code: 'const a = 1' }])
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/* Some documents name tests as evidence. These tests find names of tests that were renamed or deleted. */

const root = path.resolve(import.meta.dirname, '../..')

const sources = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
  .map(
    (file) =>
      [`test/${file}`, readFileSync(path.join(root, 'test', file), 'utf8').replaceAll('\\', '')] as const,
  )

/** The files and the names that a document quotes as `` `file`, "name" `` or `` `file` "name" ``. Dots stand for omitted words. */
function quotedTests(document: string): readonly (readonly [file: string, name: string])[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  return [...text.matchAll(/`((?:test\/)?[\w-]+\/[\w./-]+)`,? "([^"]+)"/g)].map(
    ([, file = '', name = '']) => [file, name] as const,
  )
}

test('docs/contributing/asvs.md names each test with its file, and every file exists', () => {
  const text = readFileSync(path.join(root, 'docs/contributing/asvs.md'), 'utf8')
  const files = [...text.matchAll(/`((?:test\/)?[a-z\d-]+\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !sources.some(([source]) => source.includes(file)))).toEqual([])
  expect(quotedTests('docs/contributing/asvs.md')).toHaveLength(text.split('"').length >> 1)
})

test.each([
  'docs/contributing/asvs.md',
  'docs/contributing/first-five-minutes.md',
  'docs/contributing/specification.md',
])('%s names only existing tests', (document) => {
  const quoted = quotedTests(document)
  expect(quoted.length).toBeGreaterThan(0)
  const missing = quoted.filter(([file, name]) => {
    const parts = name.split('…').map((part) => part.trim())
    return !sources.some(
      ([source, text]) => source.includes(file) && parts.every((part) => text.includes(part)),
    )
  })
  expect(missing).toEqual([])
})

// This page names files of other applications.
const otherApplications = 'migrated-applications.md'
const pages = readdirSync(path.join(root, 'docs/contributing'))
  .filter((name) => name !== otherApplications)
  .map((name) => `docs/contributing/${name}`)

test.each([...pages, 'mutation/main.mjs'])('each file that %s names exists', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const named = text.matchAll(/[`']((?:src|cli|test|scripts|type-tests)\/[\w./,{}-]+\.(?:ts|tsx|mjs))[`']/g)
  // Names in braces stand for several files.
  const files = [...named].flatMap(([, file = '']) => {
    const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(file) ?? []
    return names === '' ? file : names.split(',').map((name) => before + name + after)
  })
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { reasons } from '../../src/builder/problem-sentences.js'

const folder = path.join(root, 'docs/rules')
const codes = Object.keys(reasons)
const rules = Object.entries(reasons)
const page = (name: string) => readFileSync(path.join(folder, `${name}.md`), 'utf8')

/**
 * Rules about the environment, the bundler, or the builder that a function returns. No compiler can check
 * them.
 */
const atRunTime: ReadonlySet<string> = new Set([
  ...['devInBundle', 'devInProduction', 'devNeedsLoopback'],
  'lazyApi',
])

/** A pattern that matches a message with any inserted names. */
function filledIn(sentence: string): RegExp {
  const parts = sentence.split('%s').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^> ${parts.join('.+')}$`, 'm')
}

test('every rule has a page, and every page is about a rule', () => {
  const pages = readdirSync(folder).map((name) => name.replace(/[.]md$/, ''))
  expect(pages.sort()).toEqual(['README', ...codes].sort())
})

test.each(rules)('the page of the rule %s quotes its message with example names', (code, sentence) => {
  const text = page(code)
  expect(text).toMatch(filledIn(sentence))
  expect(text).not.toContain('%s')
})

test.each(codes)('the page of the rule %s has the right title, and code before and after the fix', (code) => {
  const text = page(code)
  expect(text.split('\n')[0]).toBe(`# ${code}`)
  const [before, after, ...rest] = codeBlocks(text).filter(({ titled }) => !titled)
  expect(before?.mustFail).toBe(!atRunTime.has(code))
  expect(after?.mustFail).toBe(false)
  expect(rest).toEqual([])
  expect(text.match(/^## .*$/gm)).toEqual(['## Why', '## How to fix', '## Before', '## After'])
})

test('the overview links to every page', () => {
  const linked = [...page('README').matchAll(/^\| \[`(\w+)`\]\((\w+)[.]md\) \|/gm)]
  expect(linked.map(([, name]) => name).sort()).toEqual([...codes].sort())
  for (const [, name, file] of linked) expect(file).toBe(name)
})

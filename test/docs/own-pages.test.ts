import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const docs = path.resolve('docs')
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(path.join(docs, name), 'utf8')] as const)

/** All code blocks that contain a string, each with the name of its page. */
const blocksWith = (text: string) =>
  pages.flatMap(([name, content]) =>
    [...content.matchAll(/^```\w+[^\n]*\n([\s\S]*?)^```/gm)]
      .map(([, code = '']) => [name, code] as const)
      .filter(([, code]) => code.includes(text)),
  )

describe('pages of the documentation', () => {
  it.each(blocksWith('<input '))('every visible field in %s is inside a label with text', (_, code) => {
    const labelled = code.replace(/<label>\s*\w[\w -]*\s*<input [^>]*>\s*<\/label>/g, '')
    const fields = [...labelled.matchAll(/<input [^>]*>/g)].map(([field]) => field)
    expect(fields.filter((field) => !field.includes('type="hidden"') && field.includes('type='))).toEqual([])
  })

  it.each(blocksWith('<input '))('text that a user types in %s before hydration is kept', (_, code) => {
    // After hydration, Vue and Svelte replace the typed text with the value of such a binding.
    expect(code).not.toMatch(/<input [^>]*(?:v-model|bind:value|value=\{[^{}]*\?\? '')/)
  })

  it.each(blocksWith('<form'))('a form in %s puts no fields into the URL before hydration', (_, code) => {
    for (const [tag] of code.matchAll(/<form\b(?:=>|[^>])*>/g))
      expect(tag).toMatch(/method="post"|action=\{/i)
  })

  it.each(blocksWith('Delete my account'))(
    'the button that deletes the account in %s appears only after a first click',
    (_, code) => {
      expect(code).toMatch(/<details[^>]*>\s*<summary>Delete my account<\/summary>[\s\S]*<button/)
    },
  )

  it.each(blocksWith('.delete(session.userId)'))(
    'the deletion of a user in %s also signs the user out',
    (_, code) => {
      expect(code).toMatch(/\bsignOut\(/)
    },
  )

  it.each(blocksWith('.use(users(adapter))'))(
    'the configuration in %s has the column and the callback that the pages for administrators need',
    (_, code) => {
      expect(code).toContain("banned: { type: 'boolean', default: false }")
      expect(code).toContain("signIn: ({ user }) => !('banned' in user && user.banned === true)")
    },
  )

  it('the documentation has enough code blocks with labels and with a button that deletes the account', () => {
    expect(blocksWith('<label>').length).toBeGreaterThan(8)
    expect(blocksWith('<summary>Delete my account').length).toBeGreaterThan(4)
  })
})

import { appendFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { countEdits, type Form, manifestOf } from './application.js'
import type { MigrationSuite } from './suite.js'

const forms: readonly Form[] = ['published', 'imports', 'chain']
const moved = ['imports', 'chain'] as const

/** Checks the types of an application in each form, and builds it. Adds the number of edits to the table as the row `title`. */
export function checkedForms(title: string, suite: MigrationSuite, remaining: readonly RegExp[] = []): void {
  test.each(forms)('a migrated application has no type errors, and its build succeeds: %s', async (form) => {
    const application = suite.application(form)
    expect(await application.typeProblems()).toBe('')
    await application.build()
  })

  test('a migrated application imports no package of Auth.js except adapters, and the command lists remaining steps', () => {
    for (const form of moved) {
      const application = suite.application(form)
      const { dependencies = {} } = manifestOf(application)
      expect(Object.keys(dependencies)).not.toContainEqual(
        expect.stringMatching(/^(?:next-auth|@auth\/(?!.*-adapter$))/),
      )
      expect(dependencies).toHaveProperty('authwright')
      const left = form === 'chain' ? remaining : []
      if (left.length === 0) expect(application.report).toContain('Nothing remains to do in the sources.')
      else expect(application.report).toContain(`${left.length} place remains`)
      for (const place of left) expect(application.report).toMatch(place)
    }
  })

  afterAll(async () => {
    const table = process.env['AUTHWRIGHT_TABLE']
    if (table === undefined) return
    for (const form of moved) {
      const { files, added, removed } = await countEdits(
        suite.application('published'),
        suite.application(form),
      )
      appendFileSync(table, `${title}, ${form}: ${files} files, +${added} −${removed}\n`)
    }
  })
}

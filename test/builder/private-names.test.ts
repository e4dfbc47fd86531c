import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionNames, sessionNames } from '../../src/builder/option-names.js'

/** The names that a class in the builder's types declares as private. */
function privateNames(name: string): string[] {
  const text = readFileSync(new URL('../../src/builder/auth-builder.ts', import.meta.url), 'utf8')
  const [, body = ''] = new RegExp(`declare class ${name} [^{]*\\{\\n([^}]*)\\}`).exec(text) ?? []
  return [...body.matchAll(/^ {2}private (\w+)$/gm)].flatMap(([, each = '']) => each)
}

test.each([
  ['CallSessionInstead', sessionNames.filter((each) => each !== 'update')],
  ['CallOptionsInstead', optionNames.filter((each) => each !== 'signOut')],
])(
  '%s has a private member for every option of a step, so that the compile error names the step',
  (name, options) => {
    expect(privateNames(name).sort()).toEqual([...options].sort())
  },
)

import { expect, test } from 'vitest'
import { remoteFunctions } from '../support/remote-functions.js'
import { type Changes, checkSvelteKit, type Extra } from '../support/sveltekit-application.js'

// svelte-check checks the whole application, which takes as long as a build.
const timeout = 300_000

test.each<[name: string, extra: Extra | undefined, changes: Changes]>([
  ['the example', undefined, {}],
  ['remote functions', 'remote', remoteFunctions[3]],
])('svelte-check finds no errors in %s, with SvelteKit 3', { timeout }, async (_, extra, changes) => {
  expect(await checkSvelteKit(3, changes, extra)).toBe('')
})

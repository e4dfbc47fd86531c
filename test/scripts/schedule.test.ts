import { expect, test } from 'vitest'
import { schedule } from '../../scripts/lib/schedule.mjs'
import type { Step } from '../../scripts/lib/steps.mjs'

interface Options {
  after?: string[]
  runs?: 'alone'
}

function step(name: string, options: Options = {}): Step {
  return { name, args: [], counts: 'check', ...options }
}

/** Runs steps of which some fail, and tells what happened in which order. */
async function record(steps: readonly Step[], failing: readonly string[] = []): Promise<string[]> {
  const log: string[] = []
  await schedule(
    steps,
    async ({ name }) => {
      log.push(`start ${name}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      log.push(`end ${name}`)
      return !failing.includes(name)
    },
    ({ name }, failed) => log.push(`abandon ${name} for ${failed.join(', ')}`),
  )
  return log
}

test('two steps run at a time', async () => {
  const log = await record([step('a'), step('b'), step('c')])
  expect(log.indexOf('start b')).toBeLessThan(log.indexOf('end a'))
  expect(log.indexOf('start c')).toBeGreaterThan(log.indexOf('end a'))
  expect(log).toContain('end c')
})

test('a step waits for those before it', async () => {
  const log = await record([step('use', { after: ['build'] }), step('build')])
  expect(log).toEqual(['start build', 'end build', 'start use', 'end use'])
})

test('a failure does not stop the others, only what needs it', async () => {
  const steps = [step('build'), step('use', { after: ['build'] }), step('lint')]
  const log = await record(steps, ['build'])
  expect(log).toContain('abandon use for build')
  expect(log).toContain('end lint')
  expect(log).not.toContain('start use')
})

test('a step that is to run alone does', async () => {
  const log = await record([step('a'), step('browser', { runs: 'alone' }), step('b')])
  const at = log.indexOf('start browser')
  expect(log[at + 1]).toBe('end browser')
  expect(log.slice(0, at).filter((line) => line.startsWith('start'))).toHaveLength(
    log.slice(0, at).filter((line) => line.startsWith('end')).length,
  )
})

test('a step that is chosen without what it waits for runs', async () => {
  expect(await record([step('use', { after: ['build'] })])).toEqual(['start use', 'end use'])
})

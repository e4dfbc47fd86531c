import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedFetch } from '../../src/platform/shared-fetch.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Asks as often as it is called; each answer is given, refused or left out by hand. */
function asking() {
  const answers: { give(value: string): void; refuse(error: Error): void }[] = []
  let learnt: string | undefined
  const together = sharedFetch(async () => {
    learnt = await new Promise<string>((give, refuse) => {
      answers.push({ give, refuse })
    })
    return learnt
  })
  return { answers, ask: () => together(() => learnt) }
}

const never = new Error('There was no answer.')

test('concurrent calls share one request, and later calls send another', async () => {
  const { answers, ask } = asking()
  const all = Promise.all([ask(), ask(), ask()])
  answers[0]?.give('yes')
  expect(await all).toEqual(['yes', 'yes', 'yes'])
  expect(await ask()).toBe('yes')
  expect(answers).toHaveLength(1)
})

test('a request without a response within a second is sent once more, for all callers', async () => {
  const { answers, ask } = asking()
  void ask()
  const others = Promise.all([ask(), ask(), ask()])
  await vi.advanceTimersByTimeAsync(999)
  expect(answers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(answers).toHaveLength(2)
  answers[1]?.give('yes')
  expect(await others).toEqual(['yes', 'yes', 'yes'])
})

test('a late response to the first request is shared with later callers', async () => {
  const { answers, ask } = asking()
  const first = ask()
  await vi.advanceTimersByTimeAsync(5_000)
  const late = [ask(), ask()]
  answers[0]?.give('yes')
  expect(await Promise.all([first, ...late])).toEqual(['yes', 'yes', 'yes'])
  expect(answers).toHaveLength(1)
})

test('a failed fetch rejects only its own caller, and the others share a new one', async () => {
  const { answers, ask } = asking()
  const first = ask()
  const others = Promise.all([ask(), ask()])
  answers[0]?.refuse(never)
  await expect(first).rejects.toThrow(never)
  await vi.advanceTimersByTimeAsync(0)
  expect(answers).toHaveLength(2)
  answers[1]?.give('yes')
  expect(await others).toEqual(['yes', 'yes'])
})

test('two failures reject all waiting calls, and a later call sends a new request', async () => {
  const { answers, ask } = asking()
  const all = [ask(), ask(), ask()].map((asked) => expect(asked).rejects.toThrow(never))
  answers[0]?.refuse(never)
  await vi.advanceTimersByTimeAsync(0)
  answers[1]?.refuse(never)
  await Promise.all(all)
  expect(answers).toHaveLength(2)
  const later = ask()
  answers[2]?.give('yes')
  expect(await later).toBe('yes')
})

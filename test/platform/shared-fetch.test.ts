import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedFetch } from '../../src/platform/shared-fetch.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Sends a request at each call. The test decides whether it succeeds, fails or gets no response. */
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

test('concurrent calls share one request, and later calls use its result', async () => {
  const { answers, ask } = asking()
  const all = Promise.all([ask(), ask(), ask()])
  answers[0]?.give('yes')
  expect(await all).toEqual(['yes', 'yes', 'yes'])
  expect(await ask()).toBe('yes')
  expect(answers).toHaveLength(1)
})

test('a request without a response within a second is repeated once for all callers', async () => {
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

test('later callers also get a late response to the first request', async () => {
  const { answers, ask } = asking()
  const first = ask()
  await vi.advanceTimersByTimeAsync(5_000)
  const late = [ask(), ask()]
  answers[0]?.give('yes')
  expect(await Promise.all([first, ...late])).toEqual(['yes', 'yes', 'yes'])
  expect(answers).toHaveLength(1)
})

test('a failed fetch rejects only the call that started it, and the other calls share a new fetch', async () => {
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

/** Makes calls at these times. Returns for each call after how many milliseconds it was rejected. */
async function waitsUntilRejection(times: readonly number[], ask: () => Promise<string>): Promise<number[]> {
  const waits = times.map(() => Number.POSITIVE_INFINITY)
  const begin = Date.now()
  for (const [index, time] of times.entries()) {
    setTimeout(() => {
      ask().catch(() => {
        waits[index] = Date.now() - begin - time
      })
    }, time)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  return waits
}

test('calls that wait for two requests without a response are rejected after ten seconds', async () => {
  const { answers, ask } = asking()
  void ask()
  expect(await waitsUntilRejection([0, 1, 500, 999], ask)).toEqual([10_000, 10_000, 10_000, 10_000])
  expect(answers).toHaveLength(2)
})

test('calls that begin at different times are each rejected ten seconds later', async () => {
  const { ask } = asking()
  void ask()
  const times = Array.from({ length: 15 }, (_, index) => index * 700)
  expect(Math.max(...(await waitsUntilRejection(times, ask)))).toBe(10_000)
})

test('a call that waits after a failure is rejected within ten seconds', async () => {
  const { answers, ask } = asking()
  const first = expect(ask()).rejects.toThrow(never)
  setTimeout(() => answers[0]?.refuse(never), 500)
  expect(Math.max(...(await waitsUntilRejection([0, 0, 0], ask)))).toBeLessThanOrEqual(10_000)
  await first
})

test('later calls use a response that was received after an earlier call was rejected', async () => {
  const { answers, ask } = asking()
  void ask()
  await waitsUntilRejection([0], ask)
  answers[1]?.give('yes')
  await vi.advanceTimersByTimeAsync(0)
  expect(await ask()).toBe('yes')
  expect(answers).toHaveLength(2)
})

test('a request that fails after its call was rejected causes no unhandled rejection', async () => {
  const { answers, ask } = asking()
  void ask()
  await waitsUntilRejection([0], ask)
  const unhandled: unknown[] = []
  const listener = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', listener)
  answers[1]?.refuse(never)
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedDocument } from '../../../src/runtime/core/http/cached-document.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** A document that is fetched again after a minute. The test resolves or rejects each response. */
function keys() {
  const asked: { give(value: { keys: string }): void; refuse(error: Error): void }[] = []
  const ask = (): Promise<{ keys: string }> =>
    new Promise((give, refuse) => {
      asked.push({ give, refuse })
    })
  return { asked, ...cachedDocument(ask, 60_000, Date.now, 'used while fetching', 30_000) }
}

test('a late response to an earlier request does not replace the response to a later request', async () => {
  const { asked, current } = keys()
  const first = current()
  const second = current()
  await vi.advanceTimersByTimeAsync(1_000)
  asked[1]?.give({ keys: 'new' })
  expect(await second).toEqual({ keys: 'new' })
  asked[0]?.give({ keys: 'old' })
  expect(await first).toEqual({ keys: 'new' })
  expect(await current()).toEqual({ keys: 'new' })
})

test('a response to a later request replaces the earlier response', async () => {
  const { asked, current } = keys()
  const both = [current(), current()]
  await vi.advanceTimersByTimeAsync(1_000)
  asked[0]?.give({ keys: 'old' })
  expect(await both[0]).toEqual({ keys: 'old' })
  asked[1]?.give({ keys: 'new' })
  await both[1]
  expect(await current()).toEqual({ keys: 'new' })
})

test('callers wait at most ten seconds for a provider that does not respond', async () => {
  const begin = Date.now()
  // Equal to the time limit of outgoing requests.
  const hanging = (): Promise<{ keys: string }> =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('timeout')), 10_000)
    })
  const { current } = cachedDocument(hanging, 60_000, Date.now, 'used while fetching')
  const waited = Array.from({ length: 30 }, () =>
    current().then(
      () => -1,
      () => Date.now() - begin,
    ),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(new Set(await Promise.all(waited))).toEqual(new Set([10_000]))
})

test('a stale value is returned at once, while one request fetches a new value', async () => {
  const { asked, current } = keys()
  const first = current()
  asked[0]?.give({ keys: 'old' })
  await first
  vi.advanceTimersByTime(60_000)
  const all = await Promise.all(Array.from({ length: 15 }, () => current()))
  expect(new Set(all.map((each) => each.keys))).toEqual(new Set(['old']))
  expect(asked).toHaveLength(2)
  asked[1]?.give({ keys: 'new' })
  await vi.advanceTimersByTimeAsync(0)
  expect(await current()).toEqual({ keys: 'new' })
  expect(asked).toHaveLength(2)
})

test('while a provider does not respond, the stale value is returned at once for a day', async () => {
  let count = 0
  const { current } = cachedDocument<{ keys: string }>(
    () => {
      if (count++ === 0) return Promise.resolve({ keys: 'old' })
      return new Promise((_, reject) => {
        setTimeout(() => reject(new Error('timeout')), 10_000)
      })
    },
    60_000,
    Date.now,
    'used while fetching',
  )
  await current()
  for (let minute = 1; minute < 24 * 60; minute++) {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await current()).toEqual({ keys: 'old' })
  }
  // At most one request a minute.
  expect(count).toBeLessThanOrEqual(24 * 60)
  expect(count).toBeGreaterThan(600)
  await vi.advanceTimersByTimeAsync(60_000)
  const last = expect(current()).rejects.toThrow('timeout')
  await vi.advanceTimersByTimeAsync(11_000)
  await last
})

test('a caller that holds an old value gets the newer cached value without delaying the next request', async () => {
  const { asked, current, newerThan } = keys()
  const first = current()
  asked[0]?.give({ keys: 'old' })
  const old = await first
  const second = newerThan(old)
  asked[1]?.give({ keys: 'new' })
  const renewed = await second
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await newerThan(old)).toBe(renewed)
  await vi.advanceTimersByTimeAsync(1_000)
  const third = newerThan(renewed)
  expect(asked).toHaveLength(3)
  asked[2]?.give({ keys: 'newest' })
  expect(await third).toEqual({ keys: 'newest' })
})

/** A document that was fetched and renewed before the clock was set back by an hour. */
async function setBack() {
  const cache = keys()
  const { asked, current } = cache
  const first = current()
  asked[0]?.give({ keys: 'old' })
  const old = await first
  const second = cache.newerThan(old)
  asked[1]?.give({ keys: 'new' })
  const renewed = await second
  vi.setSystemTime(Date.now() - 60 * 60_000)
  return { ...cache, renewed }
}

test('a newer value is requested after the clock was set back by an hour', async () => {
  const { asked, newerThan, renewed } = await setBack()
  const third = newerThan(renewed)
  expect(asked).toHaveLength(3)
  asked[2]?.give({ keys: 'newest' })
  expect(await third).toEqual({ keys: 'newest' })
})

test('a value is fetched again after the clock was set back by an hour', async () => {
  const { asked, current } = await setBack()
  await current()
  expect(asked).toHaveLength(3)
})

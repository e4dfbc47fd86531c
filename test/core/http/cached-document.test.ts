import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedDocument } from '../../../src/runtime/core/http/cached-document.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** What is fetched again after a minute; each response is resolved or rejected by hand. */
function keys() {
  const asked: { give(value: { keys: string }): void; refuse(error: Error): void }[] = []
  const ask = (): Promise<{ keys: string }> =>
    new Promise((give, refuse) => {
      asked.push({ give, refuse })
    })
  return { asked, ...cachedDocument(ask, 60_000, Date.now) }
}

test('an answer that comes after the answer to a later question is not kept in its place', async () => {
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

test('an answer to a later question is kept in place of the one before', async () => {
  const { asked, current } = keys()
  const both = [current(), current()]
  await vi.advanceTimersByTimeAsync(1_000)
  asked[0]?.give({ keys: 'old' })
  expect(await both[0]).toEqual({ keys: 'old' })
  asked[1]?.give({ keys: 'new' })
  await both[1]
  expect(await current()).toEqual({ keys: 'new' })
})

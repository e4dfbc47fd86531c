import { afterEach, expect, test, vi } from 'vitest'
import { ServerBusy } from '../../../src/errors.js'
import type { OwnHash } from '../../../src/providers/kinds/password-options.js'
import { createPasswordHasher } from '../../../src/runtime/features/passwords/hash/password-hasher.js'
import { WorkQueue } from '../../../src/runtime/features/passwords/hash/work-queue.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Functions whose work the test finishes. */
function manual() {
  const unfinished: (() => void)[] = []
  const wait = () => new Promise<void>((finish) => unfinished.push(finish))
  const hash: OwnHash = {
    async hash(password) {
      await wait()
      return `hash of ${password}`
    },
    async verify(password, stored) {
      await wait()
      return stored === `hash of ${password}`
    },
  }
  return { hash, unfinished, finishOne: () => unfinished.shift()?.() }
}

/** Waits until the called functions have run as far as they can. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the queue limits concurrent hashes, and further passwords wait in order', async () => {
  const { hash, unfinished, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(2) })
  const finished: string[] = []
  const done = ['a', 'b', 'c', 'd', 'e'].map(async (password) => finished.push(await hasher.hash(password)))
  for (let left = 5; left > 0; left--) {
    await settled()
    expect(unfinished).toHaveLength(Math.min(left, 2))
    finishOne()
  }
  await Promise.all(done)
  expect(finished).toEqual(['a', 'b', 'c', 'd', 'e'].map((password) => `hash of ${password}`))
})

test('a check, a new hash and a check for an unknown user wait in one queue', async () => {
  const { hash, unfinished, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  const done = Promise.all([
    hasher.hash('a'),
    hasher.verify('a', 'hash of a'),
    hasher.verify('b', 'hash of a'),
    hasher.verify('a', null),
  ])
  // The decoy for an unknown user is hashed once.
  for (let left = 5; left > 0; left--) {
    await settled()
    expect(unfinished).toHaveLength(1)
    finishOne()
  }
  expect(await done).toEqual([
    'hash of a',
    { valid: true, rehash: false },
    { valid: false, rehash: false },
    { valid: false, rehash: false },
  ])
})

test('passwords that do not fit into the queue are refused with 503 immediately', async () => {
  const { hash, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(2) })
  const all = Array.from({ length: 205 }, () => hasher.hash('a').then(String, (error: unknown) => error))
  for (const refused of await Promise.all(all.slice(202))) {
    expect(refused).toBeInstanceOf(ServerBusy)
  }
  expect([ServerBusy.status, ServerBusy.response]).toEqual([503, 'page'])
  for (let left = 202; left > 0; left--) {
    finishOne()
    await settled()
  }
  expect(new Set(await Promise.all(all.slice(0, 202)))).toEqual(new Set(['hash of a']))
})

test('a password that has waited for more than five seconds is refused, and later passwords are hashed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { hash, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  const first = hasher.hash('a')
  const early = hasher.hash('b').catch((error: unknown) => error)
  vi.advanceTimersByTime(5001)
  const late = hasher.hash('c')
  await settled()
  finishOne()
  await settled()
  finishOne()
  expect(await first).toBe('hash of a')
  expect(await early).toBeInstanceOf(ServerBusy)
  expect(await late).toBe('hash of c')
})

test('a password that has waited for five seconds is refused, even if no other password comes', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const queue = new WorkQueue(1)
  let finish = (_hash: string): void => undefined
  const first = queue.run(() => new Promise<string>((resolve) => (finish = resolve)))
  const waiting = queue.run(async () => 'hash of b').catch((error: unknown) => error)
  await settled()
  vi.advanceTimersByTime(5_000)
  expect(await waiting).toBeInstanceOf(ServerBusy)
  finish('hash of a')
  expect(await first).toBe('hash of a')
  expect(await queue.run(async () => 'hash of c')).toBe('hash of c')
  expect(vi.getTimerCount()).toBe(0)
})

test('a hash that never finishes frees its place after a minute, and the next password is hashed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { hash, unfinished, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  hasher.hash('a').catch(() => undefined)
  await settled()
  const [lost] = unfinished.splice(0)
  vi.advanceTimersByTime(60_001)
  const next = hasher.hash('b')
  await settled()
  finishOne()
  expect(await next).toBe('hash of b')
  // The first hash finishes late, and must not free its place a second time.
  lost?.()
  hasher.hash('c').catch(() => undefined)
  hasher.hash('d').catch(() => undefined)
  await settled()
  expect(unfinished).toHaveLength(1)
})

test('a full queue accepts passwords again after a minute, even if no hash ever finishes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { hash, unfinished, finishOne } = manual()
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  const waiting = Array.from({ length: 101 }, () => hasher.hash('a').catch((error: unknown) => error))
  await settled()
  unfinished.splice(0)
  await expect(hasher.hash('b')).rejects.toThrow(ServerBusy)
  vi.advanceTimersByTime(60_001)
  const next = hasher.hash('c')
  await settled()
  finishOne()
  expect(await next).toBe('hash of c')
  for (const refused of await Promise.all(waiting.slice(1))) expect(refused).toBeInstanceOf(ServerBusy)
})

test('a failed hash frees its place for a waiting password', async () => {
  let calls = 0
  const hash: OwnHash = {
    async hash(password) {
      calls++
      if (calls < 3) throw new Error('out of memory')
      return `hash of ${password}`
    },
    verify: () => false,
  }
  const hasher = createPasswordHasher({ hash, queue: new WorkQueue(1) })
  const results = await Promise.allSettled([hasher.hash('a'), hasher.hash('a'), hasher.hash('a')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test.each([undefined, null, '', { hash: 'x' }])('%j is not a hash', async (result) => {
  const hash = (() => result) as unknown as OwnHash['hash']
  const hasher = createPasswordHasher({ hash: { hash, verify: () => false } })
  await expect(hasher.hash('a heron eats nine frogs')).rejects.toThrow(
    'The function `hash` of `password({ hash })` must return a string of 1 to 256 bytes.',
  )
})

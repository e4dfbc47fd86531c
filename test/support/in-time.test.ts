import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type InTime = typeof import('./in-time.js').inTime

/** A simulated machine: the test fires its timers, and sets its processor time. */
const machine = { timers: [] as (() => void)[], looks: [] as (() => void)[], computed: 0 }
let inTime: InTime

beforeEach(async () => {
  Object.assign(machine, { timers: [], looks: [], computed: 0 })
  vi.stubGlobal('setTimeout', (ring: () => void) => machine.timers.push(ring))
  vi.stubGlobal('setInterval', (look: () => void) => machine.looks.push(look))
  vi.stubGlobal('clearInterval', () => machine.looks.splice(0))
  vi.spyOn(performance, 'now').mockImplementation(() => machine.computed)
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: machine.computed * 1_000, system: 0 }))
  vi.resetModules()
  inTime = (await import('./in-time.js')).inTime
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ring = async (): Promise<void> => {
  for (const timer of machine.timers.splice(0)) timer()
  await new Promise(setImmediate)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('inTime counts only the work and the timers of its own response, not those of other tests', async () => {
  const earlier = pause(30_000)
  const answer = inTime(async () => {
    await pause(1_000)
    await Promise.all([pause(999), pause(500)])
    return 'answered'
  })
  for (let turn = 0; turn < 500; turn++) for (const look of machine.looks) look()
  await ring()
  await ring()
  await earlier
  expect(await answer).toBe('answered')
})

test('inTime rejects a response that waits for two seconds', async () => {
  const answer = inTime(async () => {
    await pause(1_000)
    await pause(1_000)
  })
  answer.catch(() => {})
  await ring()
  await ring()
  await expect(answer).rejects.toThrow('G1: the response took 2000 ms of waiting.')
})

test('inTime rejects a response that computes for more than two seconds, unless other tests shared the processor', async () => {
  const compute = async (): Promise<void> => {
    await undefined
    machine.computed += 2_001
  }
  await expect(inTime(compute)).rejects.toThrow('G1: the response took 2001 ms of computing.')
  const idle = inTime(() => pause(0))
  const busy = inTime(compute)
  await busy
  await ring()
  await idle
})

test('inTime rejects a response that computes for longer than its limit', async () => {
  const compute = async (): Promise<void> => {
    machine.computed += 501
  }
  await expect(inTime(compute, 500)).rejects.toThrow('G1: the response took 501 ms of computing.')
  await inTime(compute)
})

test('inTime rejects if no response comes', async () => {
  const answer = inTime(() => new Promise(() => {}))
  answer.catch(() => {})
  for (let turn = 0; turn < 1_000; turn++) for (const look of machine.looks) look()
  await expect(answer).rejects.toThrow('G1: there was no response')
})

test('inTime rejects with the error of the response', async () => {
  await expect(inTime(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(machine.looks).toEqual([])
})

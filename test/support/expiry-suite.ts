import { it, onTestFinished, vi } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { leavesWhatOthersRead } from './expiry.js'

/**
 * A process whose clock is ahead does not delete rows that other processes still read: not while storing or
 * changing rows, and not by `cleanup()`.
 */
export function expirySuite(adapterOf: () => Adapter): void {
  it('a process whose clock is an hour ahead deletes no session of half an hour that others can still read', () =>
    leavesWhatOthersRead(adapterOf(), (now) => {
      vi.useFakeTimers({ now, toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      return () => void vi.useRealTimers()
    }))
}

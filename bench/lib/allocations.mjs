import { inChild } from './child.mjs'

/** The memory that an operation allocates. @returns {Promise<{ name: string, kiB: number, maxKiB: number | undefined }[]>} */
export function allocations() {
  // The young generation is so large that no garbage collection happens during the measurement.
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']
  return inChild('./allocations-child.mjs', { flags })
}

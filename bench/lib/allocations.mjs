import { inChild } from './child.mjs'

/** What an operation allocates. @returns {Promise<{ name: string, kiB: number, maxKiB: number | undefined }[]>} */
export function allocations() {
  // A young generation so large that nothing is collected in between.
  const flags = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']
  return inChild('./allocations-child.mjs', { flags })
}

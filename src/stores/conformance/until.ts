/** Milliseconds between two looks, and after which what is waited for does not come any more. */
const PAUSE = 10
const LIMIT = 10_000

/** Waits until something is so. What a store forgets by itself, it does not announce. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += PAUSE) {
    if (waited >= LIMIT) throw new Error(`${what}: it is still not so after ${LIMIT} ms.`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

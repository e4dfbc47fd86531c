/** Calls `open` at the first call and returns what it opened to every later one; calls it again if it failed. */
export function lazily<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

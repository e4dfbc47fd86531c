/** A point at which one call waits until the test lets it continue. */
export interface Gate {
  /** Resolves once a call waits here. */
  readonly reached: Promise<void>
  /** The code that waits calls this method. */
  pass(): Promise<void>
  open(): void
}

export function gate(): Gate {
  let reach = (): void => {}
  let open = (): void => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    pass: () => {
      reach()
      return opened
    },
    open,
  }
}

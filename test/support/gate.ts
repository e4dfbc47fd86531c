/** A point at which one call waits until the test lets it continue. */
export interface Gate {
  /** Resolves once a call waits here. */
  readonly reached: Promise<void>
  /** Called by the code that waits. */
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

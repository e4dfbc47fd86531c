/** A server that tests need, and whether it responds. */
export interface Availability {
  readonly available: boolean
  /** The reason why the suite is skipped, for its name. */
  readonly note: string
}

/**
 * Connects to a server. If there is none, the suite is skipped, and its name contains the reason. If `CI` is set, all
 * servers must respond.
 */
export async function availability(
  server: string,
  variable: string,
  ask: () => Promise<unknown>,
): Promise<Availability> {
  try {
    await ask()
    return { available: true, note: '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(error.cause ?? error.name) : String(error)
    if (process.env.CI)
      throw new Error(`${server} must respond in CI: start it, or set ${variable}. ${reason}`)
    return { available: false, note: ` (no ${server} responds: start it, or set ${variable})` }
  }
}

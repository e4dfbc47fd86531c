/**
 * The warning of a process whose clock is behind the one that sealed a token.
 *
 * @param now - Seconds since 1970 by the clock of this process.
 * @param sealedAt - Seconds since 1970 by the clock of the other.
 */
export function clockWarning(now: number, sealedAt: number): string {
  return `The clock of this process is behind another server's: it says ${timeText(now)}, and a session token was sealed at ${timeText(sealedAt)}. Until the clocks agree, this process does not read that session; signing out revokes it. Synchronize the clocks of all servers, for example with NTP.`
}

/** Seconds since 1970 as a log shows them. */
function timeText(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString()
}

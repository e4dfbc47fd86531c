import type { Finding } from './check.js'

const MAX_PROVIDER_DIFFERENCE_SECONDS = 60

export function providerClockFindings(id: string, time: number): readonly Finding[] {
  const seconds = Math.round((Date.now() - time) / 1000)
  // `seconds` is `NaN` if the response had no valid `Date`. The comparison is then `false`, so nothing is reported.
  if (!(Math.abs(seconds) > MAX_PROVIDER_DIFFERENCE_SECONDS)) return []
  return [
    {
      check: 'clock',
      status: 'problem',
      message: `The clock of this machine differs from that of ${id} by ${seconds} seconds.`,
      fix: 'Synchronize it (NTP): ID tokens are accepted only during their lifetime.',
    },
  ]
}

/** `health()` compares these clocks, with `SERVER_CLOCK_TOLERANCE_SECONDS`. */
export const serverClocksDiffer: Finding = {
  check: 'clock',
  status: 'problem',
  message: 'The clocks of this machine, the database and the store are more than a minute apart.',
  fix: 'Synchronize the clocks.',
}

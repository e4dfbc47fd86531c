/** When to fetch the session again. */
export interface RefetchOptions {
  /** Seconds between reads of the session while a user is signed in. Default: `0`, never. */
  refetchInterval?: number | undefined
  /** Whether to fetch the session when the page becomes visible again. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** Whether `refetchInterval` also applies while the browser is offline. Default: `true`. */
  refetchWhenOffline?: boolean | undefined
}

export function refetchOptions({
  refetchInterval = 0,
  refetchOnWindowFocus = true,
  refetchWhenOffline = true,
}: RefetchOptions): { readonly [Name in keyof RefetchOptions]-?: NonNullable<RefetchOptions[Name]> } {
  return { refetchInterval, refetchOnWindowFocus, refetchWhenOffline }
}

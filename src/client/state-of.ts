/** What a page shows of a session; `undefined` until the server has responded. */
export interface ShownState {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function stateOf(session: unknown): ShownState {
  const known = session ? 'authenticated' : 'unauthenticated'
  return { status: session === undefined ? 'loading' : known, data: session ?? null }
}

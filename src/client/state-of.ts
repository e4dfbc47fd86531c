/** What a page shows of a session; `undefined` until the server has answered. */
export interface ShownState {
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  readonly data: unknown
}

export function stateOf(session: unknown): ShownState {
  if (session === undefined) return { status: 'loading', data: null }
  return session ? { status: 'authenticated', data: session } : { status: 'unauthenticated', data: null }
}

import { type Context, createContext } from 'react'
import type { ClientTypes } from '../client-types.js'
import type { SessionState } from './session-state.js'

/** What a `SessionProvider` gives to everything in it. */
export interface SessionContextValue {
  readonly state: SessionState<ClientTypes>
  readonly basePath: string
}

export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined)

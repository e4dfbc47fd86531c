import type { Feature } from './core/feature.js'
import { accounts } from './features/accounts/feature.js'
import { authjsSessions } from './features/authjs-sessions/feature.js'
import { claimsRefresh } from './features/claims-refresh/feature.js'
import { database } from './features/database/feature.js'
import { logout } from './features/logout/feature.js'
import { ownUsers } from './features/own-users/feature.js'
import { pages } from './features/pages/feature.js'
import { sessionCopies } from './features/session-copies/feature.js'
import { sessionLimit } from './features/session-limit/feature.js'
import { sessionStore } from './features/session-store/feature.js'
import { tokens } from './features/tokens/feature.js'

/** The features of this package that need no provider. `featuresOf` adds the features of providers. */
export const standard: readonly Feature[] = [
  pages,
  accounts,
  database,
  ownUsers,
  sessionStore,
  sessionLimit,
  sessionCopies,
  claimsRefresh,
  tokens,
  logout,
  authjsSessions,
]

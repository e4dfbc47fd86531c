/*
 * What the methods of a server are made of. The first call of one loads it.
 */

export { keepWithinBudget } from '../core/http/cookie-budget.js'
export { unavailable, unavailableStatus } from '../core/http/unavailable.js'
export { asSent, checkedUpdate } from '../core/sessions/session-update.js'
export { linkAccount, listAccounts, listPasskeys, remove, rename, unlink } from './accounts.js'
export { authorize } from './authorized-callback.js'
export { close } from './close.js'
export { destination } from './destinations.js'
export { guard } from './guard.js'
export { checkHealth } from './health.js'
export { callPasswords } from './passwords.js'
export { refuse } from './refusal.js'
export { requireSameSite } from './same-site.js'
export { currentSession, listSessions, revokeAllSessions, revokeSession, sessionOf } from './sessions.js'
export { readSignInForm, signInOnServer } from './sign-in.js'
export { signOutOnServer } from './sign-out.js'

import { refuse } from './production-refusal.js'

/*
 * Replaces `authwright/testing` and the entries below it if a bundler resolves the import condition `production`.
 * So the bundle of an application that imports the test kit by mistake contains none of its code.
 */

export const testAuth = refuse
export const clock = refuse
export const faults = refuse
export const identityProvider = refuse
export const mailbox = refuse
export const signingKey = refuse

export const signedIn = refuse
export const storageStateOf = refuse
export const VirtualAuthenticator = { attach: refuse }

export const authMatchers = { toBeSignedIn: refuse, toRedirectToSignIn: refuse, toSetSessionCookie: refuse }
export const inNextRequest = refuse
export const inSolidStartRequest = refuse
export const inSvelteKitRequest = refuse
export const svelteKitEvent = refuse

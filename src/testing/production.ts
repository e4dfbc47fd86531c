import { refuse } from './refuse.js'

/*
 * Replaces `authwright/testing` if a bundler resolves the import condition `production`. An application that
 * imports the test kit by mistake gets none of its code.
 */

export const testAuth = refuse
export const clock = refuse
export const faults = refuse
export const identityProvider = refuse
export const mailbox = refuse
export const signingKey = refuse

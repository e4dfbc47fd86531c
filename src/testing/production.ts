import { refuse } from './refuse.js'

/*
 * In place of `authwright/testing` where a bundler resolves the import condition `production`: the bundle of an application that imports the
 * kit by mistake carries none of it.
 */

export const testAuth = refuse
export const clock = refuse
export const faults = refuse
export const identityProvider = refuse
export const mailbox = refuse
export const signingKey = refuse

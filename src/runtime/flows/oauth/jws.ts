/*
 * What verifying ID tokens needs of `jose`, in a module of its own: it is imported on first use, and a
 * bundler keeps no more of the library than what is named here.
 */
export { compactVerify, createLocalJWKSet } from 'jose'

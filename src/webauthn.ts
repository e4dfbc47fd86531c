export * from './client/webauthn/sign-in.js'

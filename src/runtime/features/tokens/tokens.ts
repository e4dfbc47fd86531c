export { providerFetch } from './provider-fetch.js'
export { revokeTokensOfUser, tokensOfSession, tokensOfUser } from './provider-tokens.js'
export { revokeAccountTokens } from './revocation.js'

/*
 * What the flow needs of `oauth4webapi`, in a module of its own: it is imported on first use, and a
 * bundler keeps no more of the library than what is named here.
 */
export {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  discoveryRequest,
  expectNoNonce,
  getValidatedIdTokenClaims,
  None,
  nopkce,
  PrivateKeyJwt,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi'

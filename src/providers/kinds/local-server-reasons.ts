/** The sentences of the rules about where a provider may run that brings an authorization server. No server loads them without one. */
export const localServerReasons = {
  devInProduction:
    "The provider '%s' signs in without a password, and NODE_ENV is 'production': add it by process.env.NODE_ENV !== 'production' && dev().",
  devInBundle:
    "The provider '%s' is not part of a production build: add it by process.env.NODE_ENV !== 'production' && dev().",
  devNeedsLoopback:
    "The provider '%s' signs in without a password, and %s names another machine: remove the variable, or the provider.",
} as const

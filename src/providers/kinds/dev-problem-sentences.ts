/* Reasons why `.build()` refuses `dev()`. `src/builder/problem-sentences.ts` contains them, too, but `src/dev/` must not import it. */

export const localServerReasons = {
  devInProduction:
    "The provider '%s' signs in without a password, and NODE_ENV is 'production': pass process.env.NODE_ENV !== 'production' && dev() to .provider().",
  devInBundle:
    "The provider '%s' is not part of a production build: pass process.env.NODE_ENV !== 'production' && dev() to .provider().",
  devNeedsLoopback:
    "The provider '%s' signs in without a password, and %s names another machine: remove the variable, or the provider.",
} as const

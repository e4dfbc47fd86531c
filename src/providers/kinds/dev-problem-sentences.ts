/* Reasons why `.build()` refuses `dev()`. `src/builder/problem-sentences.ts` contains them, too, but `src/dev/` must not import it. */

export const localServerReasons = {
  devInProduction:
    "The provider '%s' signs in without a password, and NODE_ENV is 'production': add the provider by process.env.NODE_ENV !== 'production' && dev().",
  devInBundle:
    "The provider '%s' is not part of a production build: add the provider by process.env.NODE_ENV !== 'production' && dev().",
  devNeedsLoopback:
    "The provider '%s' signs in without a password, and %s names another machine: remove the variable, or the provider.",
} as const

/*
 * What `.build()` checks of a configuration, in one file for each server. Under the condition `authwright-without-checks`, `imports` of
 * package.json puts `unchecked.ts` in its place.
 */
export {
  adapterProblems,
  buildProblems,
  functionProblems,
  nameProblems,
  pagesProblems,
  pathProblems,
  providerProblems,
  secretProblems,
  strategyProblems,
  usersProblems,
} from './checks.js'
export { cookieNameProblems, cookiesProblems } from './cookie-checks.js'
export { jwtProblems, optionsProblems, sessionProblems } from './option-checks.js'

import type { ConfigurationProblem } from './configuration-error.js'

/*
 * What stands in for the checks in a bundle that leaves them out. What the steps themselves refuse is refused still: what is no object,
 * steps in the wrong order, a part that the bundle lacks.
 */

function none(): readonly ConfigurationProblem[] {
  return []
}

export {
  none as adapterProblems,
  none as buildProblems,
  none as cookieNameProblems,
  none as cookiesProblems,
  none as functionProblems,
  none as jwtProblems,
  none as nameProblems,
  none as optionsProblems,
  none as pagesProblems,
  none as pathProblems,
  none as providerProblems,
  none as secretProblems,
  none as sessionProblems,
  none as strategyProblems,
  none as usersProblems,
}

/** Names that nothing is compared with. */
const noNames: readonly string[] = []

export { noNames as jwtNames, noNames as optionNames, noNames as pluginNames, noNames as sessionNames }

import { cookieNames } from '../options/cookie-names.js'
import type { CookiesOptions } from '../options/cookies-options.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'
import type { Draft } from './draft.js'

/** What is wrong with cookies of which one would be taken for another. */
export function cookieNameProblems({ cookies, options }: Draft): readonly ConfigurationProblem[] {
  const defaults = cookieNames(options.compat)
  const roles = Object.keys(defaults) as (keyof CookiesOptions)[]
  return roles.flatMap((role, index) => {
    const own = cookies[role]?.name
    if (typeof own !== 'string') return []
    const other = roles.find((each, place) => {
      if (place === index) return false
      const chosen = cookies[each]?.name
      if (chosen === own) return place < index
      // A default has its prefix over HTTPS alone.
      return chosen === undefined
        ? isNameOf(own.replace(/^__(Host|Secure)-/, ''), defaults[each])
        : isNameOf(own, chosen)
    })
    const must = `a separate name, not that of \`${other}\` or of a part of it`
    return other ? [problem('wrongType', `\`cookies.${role}.name\``, must)] : []
  })
}

/** Whether it is the name of a cookie, or of a part of one that is divided. */
function isNameOf(name: string, cookie: string): boolean {
  return name.replace(/[.]\d$/, '') === cookie || name === cookie
}

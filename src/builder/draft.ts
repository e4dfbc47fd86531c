import type { Strategy } from '../options/session-options.js'
import type { AuthSpec, SessionSpec } from './auth-spec.js'
import type { Mark, Target } from './auth-state.js'
import { type ConfigurationProblem, problem } from './configuration-error.js'

export interface Draft extends Omit<AuthSpec, 'session'> {
  readonly target: Target
  readonly strategy: Strategy | undefined
  readonly session: Omit<SessionSpec, 'strategy'>
  readonly marks: readonly Mark[]
  readonly problems: readonly ConfigurationProblem[]
}

export function emptyDraft(target: Target): Draft {
  return {
    target,
    providers: [],
    adapter: undefined,
    strategy: undefined,
    session: {},
    jwt: {},
    callbacks: { signIn: [], redirect: undefined, jwt: [], session: [], authorized: undefined },
    events: {
      signIn: [],
      signOut: [],
      createUser: [],
      updateUser: [],
      linkAccount: [],
      unlinkAccount: [],
      removePasskey: [],
      impersonate: [],
      tokenRefreshFailed: [],
      backchannelLogout: [],
      session: [],
    },
    pages: {},
    cookies: {},
    options: {},
    features: [],
    marks: [],
    problems: [],
  }
}

/** Whether the draft has callbacks or event listeners. Later steps must not change the types of their parameters. */
export function isSealed({ marks }: Draft): boolean {
  return marks.includes('callbacks')
}

export type Step = (draft: Draft) => Draft

export function refusal(...problems: readonly ConfigurationProblem[]): Step {
  return (draft) => ({ ...draft, problems: [...draft.problems, ...problems] })
}

export function stepOf<Options extends object>(
  name: string,
  options: Options | undefined,
  step: (options: Options) => Step,
): Step {
  if (options === undefined) return (draft) => draft
  if (typeof options === 'object' && options !== null) return step(options)
  return refusal(problem('wrongType', `\`${name}\``, 'an object'))
}

export function mark({ marks }: Draft, newMark: Mark): readonly Mark[] {
  return marks.includes(newMark) ? marks : [...marks, newMark]
}

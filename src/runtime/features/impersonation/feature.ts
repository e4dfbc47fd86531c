import type { AdapterUser } from '../../../adapters/contract.js'
import type { CheckedSpec, FeatureCheck, FeatureProblem } from '../../../builder/auth-spec.js'
import type { SessionActor } from '../../../model/session.js'
import type { ApiCall, LoadedFeature } from '../../core/feature.js'
import type { FeatureCall } from '../../core/feature-api/define-feature.js'
import {
  DEFAULT_DURATION_SECONDS,
  type ImpersonationAdapter,
  type ImpersonationOptions,
  type ImpersonationRequest,
  MAX_DURATION_SECONDS,
  type UserOfAdapter,
} from './impersonation-options.js'

/** The methods of `auth.impersonation` inside the feature. The runtime adds the first argument. */
export interface ImpersonationApi {
  /**
   * Lets the signed-in user act as another user in this browser. Returns a redirect that sets a cookie.
   *
   * @throws {AccessDenied} If `allow` refuses, the user does not exist or is the actor, no user is signed in, an
   *   impersonation is already in progress, or `callbacks.jwt` returns no token for the user.
   * @throws {MissingCSRF} If the method is GET or HEAD, or if another site may have sent the request.
   */
  start(call: FeatureCall, userId: string, options: ImpersonationRequest): Promise<Response>
  /**
   * Ends the impersonation, so that the actor is signed in as before. Returns a redirect that deletes the
   * cookie.
   *
   * @throws {MissingCSRF} If the method is GET or HEAD, or if another site may have sent the request.
   */
  stop(call: FeatureCall, options: ImpersonationRequest): Promise<Response>
}

/** The feature that `impersonation(adapter, …)` returns, for `.use()`. */
export interface ImpersonationFeature {
  /** Identifies the feature. It can be added once. */
  readonly name: 'impersonation'
  /** The version of the feature interface. */
  readonly version: 1
  /** The checks that `.build()` runs. */
  readonly checks: readonly FeatureCheck[]
  /** The methods that `.use()` adds to the instance, as `auth.impersonation`. */
  readonly api: { readonly impersonation: ImpersonationApi }
  /** Type only: the field of each session. */
  readonly '~session'?: {
    /** The user who impersonates the user of the session. Absent if the session is not an impersonation. */
    readonly actor?: SessionActor
  }
}

async function load(): Promise<typeof import('./impersonation.js')> {
  return import('./impersonation.js')
}

/**
 * Adds `auth.impersonation`. With it, a user such as an administrator can see the application as another user
 * for a short time. During that time, the session has the field `actor`, and accounts, passkeys, passwords,
 * provider tokens and the session itself cannot be changed.
 *
 * @param adapter - The adapter of the configuration. Its type determines the fields of a user.
 * @param options - `allow` decides who may act as whom.
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { sqlite } from 'authwright/adapters/sqlite'
 * import { github } from 'authwright/providers/github'
 * import { impersonation } from 'authwright/users'
 *
 * const adapter = sqlite('auth.db', { user: { role: { type: 'text', values: ['support', 'member'], default: 'member' } } })
 *
 * export const auth = createAuth()
 *   .provider(github())
 *   .adapter(adapter)
 *   .use(impersonation(adapter, { allow: ({ actor, user }) => actor.role === 'support' && user.role === 'member' }))
 *   .build()
 *
 * export const actAs = (request: Request, userId: string) => auth.impersonation.start(userId, { request })
 * ```
 */
export function impersonation<Adapter extends ImpersonationAdapter>(
  adapter: Adapter,
  options: ImpersonationOptions<UserOfAdapter<Adapter>>,
): ImpersonationFeature {
  const { maxAge = DEFAULT_DURATION_SECONDS } = options
  const allow = options.allow as unknown as ImpersonationOptions<AdapterUser>['allow']
  const feature: ImpersonationFeature & { readonly load: () => Promise<LoadedFeature> } = {
    name: 'impersonation',
    version: 1,
    checks: [(spec) => problemsOf(spec, adapter, options)],
    load: async () => {
      const { ActingSessions } = await load()
      return { wrapSessions: (sessions, site) => new ActingSessions(sessions, site, allow) }
    },
    api: {
      impersonation: {
        start: async (call, userId, target) =>
          (await load()).start(call as ApiCall, userId, target, { allow, maxAge }),
        stop: async (call, target) => (await load()).stop(call as ApiCall, target),
      },
    },
  }
  return feature
}

function problemsOf(
  spec: CheckedSpec,
  adapter: ImpersonationAdapter,
  { allow, maxAge = DEFAULT_DURATION_SECONDS }: ImpersonationOptions<never>,
): readonly FeatureProblem[] {
  const problems: FeatureProblem[] = []
  if ((spec.adapter as unknown) !== adapter) {
    problems.push({
      code: 'otherAdapter',
      sentence:
        'impersonation() needs the adapter of the configuration: pass the value that .adapter() takes.',
    })
  }
  if (typeof allow !== 'function') {
    problems.push({
      code: 'allowMissing',
      sentence: 'impersonation() needs the function `allow`, which decides who may act as whom.',
    })
  }
  if (!Number.isInteger(maxAge) || maxAge < 1 || maxAge > MAX_DURATION_SECONDS) {
    problems.push({
      code: 'maxAge',
      sentence: `\`maxAge\` of impersonation() must be an integer from 1 to ${MAX_DURATION_SECONDS}, in seconds.`,
    })
  }
  return problems
}

import type { OpenIDParams } from './kinds/authorization-params.js'
import type { OIDCOverrides } from './kinds/oauth-overrides.js'
import type { OIDCProvider } from './kinds/oidc.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** The claims of an ID token of Slack. @see https://api.slack.com/authentication/sign-in-with-slack */
export interface SlackProfile extends OpenIDClaims {
  /** The workspace. */
  'https://slack.com/team_id'?: string
  /** The user within the workspace. */
  'https://slack.com/user_id'?: string
  'https://slack.com/team_name'?: string
  'https://slack.com/team_domain'?: string
}

/** What Slack documents for its authorization endpoint. @see https://docs.slack.dev/authentication/sign-in-with-slack/ */
export interface SlackAuthorizationParams extends OpenIDParams {
  /** The id of the workspace to sign in to. */
  team?: string | undefined
}

/** What {@link slack} can be given in place of its defaults. */
export interface SlackOptions<Id extends string = 'slack', User = StandardUser>
  extends OIDCOverrides<SlackProfile, Id, User, SlackAuthorizationParams> {}

/**
 * Sign-in with Slack. Every option replaces a default, whole fields at a time.
 *
 * Slack accepts callback addresses with `https:` only.
 *
 * @param options - Default: client id and secret from `AUTH_SLACK_ID` and `AUTH_SLACK_SECRET`, scope
 * `openid profile email`, a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { slack } from 'authwright/providers/slack'
 *
 * export const auth = createAuth().provider(slack({ authorization: { params: { team: 'T012AB3C4' } } })).build()
 * ```
 *
 * @see https://api.slack.com/authentication/sign-in-with-slack
 */
export function slack<const Id extends string = 'slack', User extends ProviderUser = StandardUser>(
  options: SlackOptions<Id, User> = {},
): OIDCProvider<SlackProfile, Id, User, SlackAuthorizationParams> {
  const provider: OIDCProvider<SlackProfile, 'slack', StandardUser> = {
    id: 'slack',
    name: 'Slack',
    type: 'oidc',
    issuer: 'https://slack.com',
    // Sign in with Slack documents `nonce` and `state`, and no PKCE.
    checks: ['state', 'nonce'],
    profile: openIDUser,
    style: { brandColor: '#611f69' },
  }
  return withOptions(provider, options)
}

import { defineOIDCProvider } from './kinds/define-provider.js'
import { type OpenIDClaims, openIDUser } from './kinds/openid-claims.js'
import type { OpenIDParams } from './kinds/openid-params.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The claims of Slack's ID tokens. @see https://api.slack.com/authentication/sign-in-with-slack */
export interface SlackProfile extends OpenIDClaims {
  'https://slack.com/team_id'?: string
  'https://slack.com/user_id'?: string
  'https://slack.com/team_name'?: string
  'https://slack.com/team_domain'?: string
}

/** The parameters of Slack's authorization endpoint. @see https://docs.slack.dev/authentication/sign-in-with-slack/ */
export interface SlackAuthorizationParams extends OpenIDParams {
  team?: string | undefined
}

/**
 * Sign-in with Slack.
 *
 * Slack accepts only callback URLs with `https:`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { slack } from 'authwright/providers/slack'
 *
 * export const auth = createAuth()
 *   .provider(slack({ authorization: { params: { team: 'T012AB3C4' } } }))
 *   .build()
 * ```
 *
 * @see https://api.slack.com/authentication/sign-in-with-slack
 */
export const slack = defineOIDCProvider<SlackProfile, StandardUser, SlackAuthorizationParams>()({
  id: 'slack',
  name: 'Slack',
  issuer: 'https://slack.com',
  // PKCE is not used, because an app that turns it on becomes a public client:
  // https://docs.slack.dev/authentication/using-pkce
  checks: ['state', 'nonce'],
  profile: openIDUser,
  style: { brandColor: '#611f69' },
})

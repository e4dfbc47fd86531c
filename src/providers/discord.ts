import type { OAuthParamsProvider, OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What Discord returns for the signed-in user. @see https://discord.com/developers/docs/resources/user#user-object */
export interface DiscordProfile {
  id: string
  username: string
  /** `0` for users without one. */
  discriminator: string
  global_name: string | null
  /** The hash of the avatar; it starts with `a_` where the avatar is animated. */
  avatar: string | null
  banner?: string | null
  accent_color?: number | null
  locale?: string
  mfa_enabled?: boolean
  /** Whether `email` is verified. */
  verified?: boolean
  email?: string | null
  [field: string]: unknown
}

/** What Discord documents for its authorization endpoint. @see https://discord.com/developers/docs/topics/oauth2#authorization-code-grant */
export interface DiscordAuthorizationParams {
  /** What to grant, with spaces between the values. */
  scope?: string | undefined
  /** `none` shows no page to a user who authorized the application before. Default: `consent`. */
  prompt?: 'consent' | 'none' | undefined
}

/** What {@link discord} can be given in place of its defaults. */
export interface DiscordOptions<Id extends string = 'discord', User = StandardUser>
  extends OAuthOverrides<DiscordProfile, Id, User, DiscordAuthorizationParams> {}

/**
 * Sign-in with Discord. Every option replaces a default, whole fields at a time.
 *
 * An address that the user has not verified counts as none.
 *
 * @param options - Default: client id and secret from `AUTH_DISCORD_ID` and `AUTH_DISCORD_SECRET`, scope `identify email`,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { discord } from 'authwright/providers/discord'
 *
 * export const auth = createAuth().provider(discord()).build()
 * ```
 *
 * @see https://discord.com/developers/docs/resources/user#user-object
 */
export function discord<const Id extends string = 'discord', User extends ProviderUser = StandardUser>(
  options: DiscordOptions<Id, User> = {},
): OAuthParamsProvider<DiscordProfile, Id, User, DiscordAuthorizationParams> {
  const provider: OAuthProvider<DiscordProfile, 'discord', StandardUser> = {
    id: 'discord',
    name: 'Discord',
    type: 'oauth',
    authorization: { url: 'https://discord.com/oauth2/authorize', params: { scope: 'identify email' } },
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    // https://discord.com/developers/docs/topics/oauth2#shared-resources-oauth2-urls
    revocation: 'https://discord.com/api/oauth2/token/revoke',
    profile: (raw) => ({
      id: raw.id,
      name: raw.global_name ?? raw.username,
      email: raw.verified === false ? null : (raw.email ?? null),
      image: avatarUrl(raw),
    }),
    // `verified` is about the e-mail address: https://discord.com/developers/docs/resources/user#user-object-user-structure
    emailVerified: ({ verified }) => verified === true,
    style: { brandColor: '#5865f2' },
  }
  return withOptions(provider, options)
}

/** @see https://discord.com/developers/docs/reference#image-formatting */
function avatarUrl({ id, avatar, discriminator }: DiscordProfile): string {
  const cdn = 'https://cdn.discordapp.com'
  if (avatar) return `${cdn}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  // Users of the new user name system have no discriminator; their default avatar depends on the id.
  const index = discriminator === '0' ? Number((BigInt(id) >> 22n) % 6n) : Number(discriminator) % 5
  return `${cdn}/embed/avatars/${index}.png`
}

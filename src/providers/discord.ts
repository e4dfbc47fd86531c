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
    style: {
      brandColor: '#5865f2',
      mark: 'M20.317 4.3698a19.7913 19.7913 0 00-4.8851-1.5152.0741.0741 0 00-.0785.0371c-.211.3753-.4447.8648-.6083 1.2495-1.8447-.2762-3.68-.2762-5.4868 0-.1636-.3933-.4058-.8742-.6177-1.2495a.077.077 0 00-.0785-.037 19.7363 19.7363 0 00-4.8852 1.515.0699.0699 0 00-.0321.0277C.5334 9.0458-.319 13.5799.0992 18.0578a.0824.0824 0 00.0312.0561c2.0528 1.5076 4.0413 2.4228 5.9929 3.0294a.0777.0777 0 00.0842-.0276c.4616-.6304.8731-1.2952 1.226-1.9942a.076.076 0 00-.0416-.1057c-.6528-.2476-1.2743-.5495-1.8722-.8923a.077.077 0 01-.0076-.1277c.1258-.0943.2517-.1923.3718-.2914a.0743.0743 0 01.0776-.0105c3.9278 1.7933 8.18 1.7933 12.0614 0a.0739.0739 0 01.0785.0095c.1202.099.246.1981.3728.2924a.077.077 0 01-.0066.1276 12.2986 12.2986 0 01-1.873.8914.0766.0766 0 00-.0407.1067c.3604.698.7719 1.3628 1.225 1.9932a.076.076 0 00.0842.0286c1.961-.6067 3.9495-1.5219 6.0023-3.0294a.077.077 0 00.0313-.0552c.5004-5.177-.8382-9.6739-3.5485-13.6604a.061.061 0 00-.0312-.0286zM8.02 15.3312c-1.1825 0-2.1569-1.0857-2.1569-2.419 0-1.3332.9555-2.4189 2.157-2.4189 1.2108 0 2.1757 1.0952 2.1568 2.419 0 1.3332-.9555 2.4189-2.1569 2.4189zm7.9748 0c-1.1825 0-2.1569-1.0857-2.1569-2.419 0-1.3332.9554-2.4189 2.1569-2.4189 1.2108 0 2.1757 1.0952 2.1568 2.419 0 1.3332-.946 2.4189-2.1568 2.4189Z',
    },
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

import { defineOAuthProvider } from './kinds/define-provider.js'
import { discordMark } from './kinds/marks.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Discord. @see https://discord.com/developers/docs/resources/user#user-object */
export interface DiscordProfile {
  /** Identifies the user (a snowflake), and never changes. */
  id: string
  /** The user name, which is unique and may change. */
  username: string
  /** The four digits after an old user name. `0` for users with a new user name. */
  discriminator: string
  /** The display name. `null` if the user has set none. */
  global_name: string | null
  /** The hash of the avatar; it starts with `a_` if the avatar is animated. */
  avatar: string | null
  /** The hash of the profile banner, for `https://cdn.discordapp.com/banners/<id>/<hash>.png`. */
  banner?: string | null
  /** The colour of the profile as a number: 0xRRGGBB. */
  accent_color?: number | null
  /** The language that the user chose, such as `en-US`. */
  locale?: string
  /** Whether the user has two-factor authentication. */
  mfa_enabled?: boolean
  /** Whether `email` is verified. */
  verified?: boolean
  /** The e-mail address. Requires the scope `email`. */
  email?: string | null
  /** Any other field of the response, which is not validated. */
  [field: string]: unknown
}

/** The parameters of Discord's authorization endpoint. @see https://discord.com/developers/docs/topics/oauth2#authorization-code-grant */
export interface DiscordAuthorizationParams {
  /** The scopes, separated by spaces. */
  scope?: string | undefined
  /** `none` shows no page to a user who authorized the application before. Default: `consent`. */
  prompt?: 'consent' | 'none' | undefined
}

/**
 * Sign-in with Discord.
 *
 * Unverified e-mail addresses are left out.
 *
 * @see https://discord.com/developers/docs/resources/user#user-object
 */
export const discord = defineOAuthProvider<DiscordProfile, StandardUser, DiscordAuthorizationParams>()({
  id: 'discord',
  name: 'Discord',
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
  verifiedEmail: ({ email, verified }) => (verified ? email : null),
  style: { brandColor: '#5865f2', mark: discordMark },
})

/** @see https://discord.com/developers/docs/reference#image-formatting */
function avatarUrl({ id, avatar, discriminator }: DiscordProfile): string {
  const cdn = 'https://cdn.discordapp.com'
  if (avatar) return `${cdn}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  // Users of the new user name system have no discriminator; their default avatar depends on the id.
  const index = discriminator === '0' ? Number((BigInt(id) >> 22n) % 6n) : Number(discriminator) % 5
  return `${cdn}/embed/avatars/${index}.png`
}

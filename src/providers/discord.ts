import { defineOAuthProvider } from './kinds/define-provider.js'
import { discordMark } from './kinds/logos.js'
import type { StandardUser } from './kinds/standard-user.js'

/** The profile of the signed-in user at Discord. @see https://discord.com/developers/docs/resources/user#user-object */
export interface DiscordProfile {
  id: string
  username: string
  /** `0` for users with a new user name. */
  discriminator: string
  global_name: string | null
  avatar: string | null
  banner?: string | null
  /** 0xRRGGBB. */
  accent_color?: number | null
  locale?: string
  mfa_enabled?: boolean
  verified?: boolean
  /** Requires the scope `email`. */
  email?: string | null
  [field: string]: unknown
}

/** The parameters of Discord's authorization endpoint. @see https://discord.com/developers/docs/topics/oauth2#authorization-code-grant */
export interface DiscordAuthorizationParams {
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
  // Users with a new user name have the discriminator `0`. Their default avatar depends on the id.
  const number = Number(discriminator)
  const index = number ? number % 5 : Number((BigInt(id) >> 22n) % 6n)
  return `${cdn}/embed/avatars/${index}.png`
}

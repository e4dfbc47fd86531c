import type { TokenSet } from '../model/account.js'
import type { Fetch } from './kinds/custom-fetch.js'
import { defineOAuthProvider } from './kinds/define-provider.js'
import { wechatMark } from './kinds/logos.js'
import type { OAuthProvider } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/provider-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { tokenMembers } from './kinds/token-request.js'

/** The profile of the signed-in user at WeChat. @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Authorized_Interface_Calling_UnionID.html */
export interface WeChatProfile {
  /** Identifies the user for this application. */
  openid: string
  /** Identifies the user for all applications of one account of the WeChat Open Platform. */
  unionid?: string
  nickname: string
  headimgurl?: string
  /** `1` male, `2` female, `0` not stated. */
  sex?: number
  province?: string
  city?: string
  country?: string
  privilege?: string[]
  [field: string]: unknown
}

/** Options of {@link wechat}. Each replaces a default. */
export interface WeChatOptions<Id extends string = 'wechat', User = StandardUser>
  extends OAuthOverrides<WeChatProfile, Id, User> {
  /**
   * `WebsiteApp` shows a QR code in a browser. `OfficialAccount` shows a consent page in the WeChat app. Default: `OfficialAccount`.
   */
  readonly platformType?: 'OfficialAccount' | 'WebsiteApp' | undefined
}

/**
 * Sign-in with WeChat.
 *
 * The client id is the AppID. The id of a user is the `unionid`, or the `openid` if the application has no
 * account of the WeChat Open Platform. WeChat provides no e-mail address.
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 */
export function wechat<const Id extends string = 'wechat', User extends ProviderUser = StandardUser>(
  options: WeChatOptions<Id, User> = {},
): OAuthProvider<WeChatProfile, Id, User> {
  const { platformType, ...overrides } = options
  const isWebsite = platformType === 'WebsiteApp'
  const provider = defineOAuthProvider<WeChatProfile>()({
    id: 'wechat',
    name: 'WeChat',
    authorization: {
      url: `https://open.weixin.qq.com/connect/${isWebsite ? 'qrconnect' : 'oauth2/authorize'}#wechat_redirect`,
      params: { appid: '{clientId}', scope: isWebsite ? 'snsapi_login' : 'snsapi_userinfo' },
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      request: ({ params: { code = '' }, provider: { clientId = '', clientSecret = '' }, fetch }) => {
        const query = { appid: clientId, secret: clientSecret, code, grant_type: 'authorization_code' }
        return requestTokens('access_token', query, fetch)
      },
      refresh: ({ refreshToken, provider: { clientId = '' }, fetch }) => {
        const query = { appid: clientId, grant_type: 'refresh_token', refresh_token: refreshToken }
        return requestTokens('refresh_token', query, fetch)
      },
    },
    userinfo: {
      url: 'https://api.weixin.qq.com/sns/userinfo',
      request: async ({ tokens, fetch }) => {
        const { access_token = '', openid = '' } = tokens as TokenSet & { openid?: string }
        const query = new URLSearchParams({ access_token, openid, lang: 'zh_CN' })
        const response = await fetch(`https://api.weixin.qq.com/sns/userinfo?${query}`, {})
        const profile = (await response.json()) as Partial<WeChatError>
        if (!profile.errcode) return profile
        throw new Error(`WeChat responded with error ${profile.errcode} to the request for the profile.`)
      },
    },
    // WeChat does not document PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ unionid, openid, nickname, headimgurl }) => ({
      id: unionid || openid,
      name: nickname,
      email: null,
      image: headimgurl || null,
    }),
    style: { brandColor: '#07c160', mark: wechatMark },
  })
  return provider(overrides)
}

/** WeChat sends errors with the status 200. */
interface WeChatError {
  errcode: number
  errmsg: string
}

/** Error codes for a wrong AppID, a wrong secret, or an IP address that is not allowed. */
const clientErrors: readonly number[] = [40001, 40013, 40125, 40164, 41002, 41004]

/** Error codes for a busy system, or too many requests. */
const temporaryErrors: readonly number[] = [-1, 45009, 45011]

/** @see https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Authorized_Interface_Calling_UnionID.html */
async function requestTokens(
  path: 'access_token' | 'refresh_token',
  query: Record<string, string>,
  fetch: Fetch,
): Promise<{ tokens: TokenSet }> {
  const response = await fetch(
    `https://api.weixin.qq.com/sns/oauth2/${path}?${new URLSearchParams(query)}`,
    {},
  )
  const { errcode, errmsg, ...tokens } = await tokenMembers<Partial<WeChatError> & TokenSet>(response)
  if (!errcode) return { tokens: { token_type: 'bearer', ...tokens } }
  // The runtime expects the error names of the standard.
  return { tokens: { error: standardError(errcode), error_description: `${errcode} ${errmsg}` } as TokenSet }
}

function standardError(errcode: number): string {
  if (temporaryErrors.includes(errcode)) return 'temporarily_unavailable'
  return clientErrors.includes(errcode) ? 'invalid_client' : 'invalid_grant'
}

import type { TokenSet } from '../model/account.js'
import type { OAuthProvider, TokenRequestContext } from './kinds/oauth.js'
import type { OAuthOverrides } from './kinds/oauth-overrides.js'
import type { ProviderUser } from './kinds/provider-user.js'
import type { StandardUser } from './kinds/standard-user.js'
import { withOptions } from './kinds/with-options.js'

/** What WeChat returns for the signed-in user. @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Authorized_Interface_Calling_UnionID.html */
export interface WeChatProfile {
  /** Identifies the user for this application. */
  openid: string
  /** Identifies the user for all applications of one account of the WeChat Open Platform; absent for applications of none. */
  unionid?: string
  nickname: string
  headimgurl?: string
  sex?: number
  province?: string
  city?: string
  country?: string
  privilege?: string[]
  [field: string]: unknown
}

/** What {@link wechat} can be given in place of its defaults. */
export interface WeChatOptions<Id extends string = 'wechat', User = StandardUser>
  extends OAuthOverrides<WeChatProfile, Id, User> {
  /**
   * `WebsiteApp` shows a QR code in a browser; `OfficialAccount` prompts within the application of WeChat. Default: `OfficialAccount`.
   */
  readonly platformType?: 'OfficialAccount' | 'WebsiteApp' | undefined
}

/**
 * Sign-in with WeChat. Every option replaces a default, whole fields at a time.
 *
 * The client id is the AppID. The id of a user is the `unionid`, or the `openid` where the application belongs to no account of the WeChat Open Platform. WeChat gives no e-mail address.
 *
 * @param options - Default: client id and secret from `AUTH_WECHAT_ID` and `AUTH_WECHAT_SECRET`, scope `snsapi_userinfo`, or `snsapi_login` for a website application,
 * a user with `name`, `email` and `image`.
 *
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { wechat } from 'authwright/providers/wechat'
 *
 * export const auth = createAuth().provider(wechat()).build()
 * ```
 *
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 */
export function wechat<const Id extends string = 'wechat', User extends ProviderUser = StandardUser>(
  options: WeChatOptions<Id, User> = {},
): OAuthProvider<WeChatProfile, Id, User> {
  const { platformType, ...overrides } = options
  const isWebsite = platformType === 'WebsiteApp'
  const provider: OAuthProvider<WeChatProfile, 'wechat', StandardUser> = {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    authorization: {
      url: `https://open.weixin.qq.com/connect/${isWebsite ? 'qrconnect' : 'oauth2/authorize'}#wechat_redirect`,
      params: { appid: '{clientId}', scope: isWebsite ? 'snsapi_login' : 'snsapi_userinfo' },
    },
    token: { url: 'https://api.weixin.qq.com/sns/oauth2/access_token', request: exchangeCode },
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
    // WeChat documents no PKCE.
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ unionid, openid, nickname, headimgurl }) => ({
      id: unionid || openid,
      name: nickname,
      email: null,
      image: headimgurl || null,
    }),
    style: {
      brandColor: '#07c160',
      mark: 'M8.691 2.188C3.891 2.188 0 5.476 0 9.53c0 2.212 1.17 4.203 3.002 5.55a.59.59 0 0 1 .213.665l-.39 1.48c-.019.07-.048.141-.048.213 0 .163.13.295.29.295a.326.326 0 0 0 .167-.054l1.903-1.114a.864.864 0 0 1 .717-.098 10.16 10.16 0 0 0 2.837.403c.276 0 .543-.027.811-.05-.857-2.578.157-4.972 1.932-6.446 1.703-1.415 3.882-1.98 5.853-1.838-.576-3.583-4.196-6.348-8.596-6.348zM5.785 5.991c.642 0 1.162.529 1.162 1.18a1.17 1.17 0 0 1-1.162 1.178A1.17 1.17 0 0 1 4.623 7.17c0-.651.52-1.18 1.162-1.18zm5.813 0c.642 0 1.162.529 1.162 1.18a1.17 1.17 0 0 1-1.162 1.178 1.17 1.17 0 0 1-1.162-1.178c0-.651.52-1.18 1.162-1.18zm5.34 2.867c-1.797-.052-3.746.512-5.28 1.786-1.72 1.428-2.687 3.72-1.78 6.22.942 2.453 3.666 4.229 6.884 4.229.826 0 1.622-.12 2.361-.336a.722.722 0 0 1 .598.082l1.584.926a.272.272 0 0 0 .14.047c.134 0 .24-.111.24-.247 0-.06-.023-.12-.038-.177l-.327-1.233a.582.582 0 0 1-.023-.156.49.49 0 0 1 .201-.398C23.024 18.48 24 16.82 24 14.98c0-3.21-2.931-5.837-6.656-6.088V8.89c-.135-.01-.27-.027-.407-.03zm-2.53 3.274c.535 0 .969.44.969.982a.976.976 0 0 1-.969.983.976.976 0 0 1-.969-.983c0-.542.434-.982.97-.982zm4.844 0c.535 0 .969.44.969.982a.976.976 0 0 1-.969.983.976.976 0 0 1-.969-.983c0-.542.434-.982.969-.982z',
    },
  }
  return withOptions(provider, overrides)
}

/** An error of WeChat, whose status is 200. */
interface WeChatError {
  errcode: number
  errmsg: string
}

/** The errors of WeChat that are about the AppID, its secret or the server's address. */
const clientErrors: readonly number[] = [40001, 40013, 40125, 40164, 41002, 41004]

/** The token request of WeChat: a GET request, whose parameters are WeChat's own. */
async function exchangeCode({
  params: { code = '' },
  provider: { clientId = '', clientSecret = '' },
  fetch,
}: TokenRequestContext): Promise<{ tokens: TokenSet }> {
  const query = new URLSearchParams({
    appid: clientId,
    secret: clientSecret,
    code,
    grant_type: 'authorization_code',
  })
  const response = await fetch(`https://api.weixin.qq.com/sns/oauth2/access_token?${query}`, {})
  const { errcode, errmsg, ...tokens } = (await response.json()) as Partial<WeChatError> & TokenSet
  if (!errcode) return { tokens: { token_type: 'bearer', ...tokens } }
  const error = clientErrors.includes(errcode) ? 'invalid_client' : 'invalid_grant'
  // The runtime reads an error response in the standard's names.
  return { tokens: { error, error_description: `${errcode} ${errmsg}` } as TokenSet }
}

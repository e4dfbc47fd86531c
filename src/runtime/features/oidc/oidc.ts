export { oauthFlow } from '../oauth/oauth.js'
export { backchannelLogout } from './backchannel-logout.js'
export { openId } from './openid.js'

/**
 * Differences between a provider and its counterpart in `@auth/core`, by parameter of the authorization
 * request or member of the user, with the reason.
 */
export type Difference = Readonly<Record<string, string>>

const pkce = 'No PKCE: the provider documents none.'
const noScopes = 'The provider has no scopes, and none is sent.'
const least = 'Only what a sign-in needs is requested.'
const shape = 'The two request the profile in different forms.'
const nonce = 'The ID token is bound to the flow by a nonce.'
const instagram = 'The API for personal accounts has ended; this is the one for professional accounts.'
const vkId = 'VK ID has replaced the former service.'
const noPkce: Difference = { code_challenge: pkce, code_challenge_method: pkce }

export const differences: Readonly<Record<string, Difference>> = {
  'bankid-no': { image: 'The standard claim `picture` is read.' },
  battlenet: { scope: '`openid` is the scope that is documented for the profile.' },
  beyondidentity: { image: 'The standard claim `picture` is read.' },
  bitbucket: {
    ...noPkce,
    scope: 'The scope `email` is what the confirmed address is read with.',
    email: 'The confirmed address is read.',
  },
  box: { ...noPkce, scope: noScopes },
  'boxyhq-saml': {
    id: 'The id holds tenant and product: an identity provider names only users of its own.',
    scope: 'The scope `openid` needs signing keys at the server, and the documented request has none.',
  },
  bungie: { ...noPkce, reauth: 'No user must authenticate again.', scope: noScopes },
  'click-up': { scope: noScopes, email: 'The profile has the address.', image: 'The profile has the image.' },
  concept2: { ...noPkce, scope: least },
  descope: { nonce: nonce },
  discord: { endpoint: 'The documented address; the other leads there.' },
  dribbble: { ...noPkce, scope: '`public` is the scope that is documented for the profile.' },
  eventbrite: { ...noPkce, scope: noScopes },
  eveonline: { profile: shape },
  facebook: {
    endpoint: 'A later version of the Graph API.',
    scope: '`public_profile` is what name and picture are documented with.',
  },
  faceit: { name: 'The nickname is the name.' },
  figma: {
    scope: '`files:read` has been replaced; `current_user:read` is what the profile needs.',
    code_challenge: 'Figma documents PKCE.',
    code_challenge_method: 'Figma documents PKCE.',
  },
  foursquare: { ...noPkce, scope: noScopes, name: 'A missing last name is left out.' },
  freshbooks: { ...noPkce, endpoint: 'The documented address.', scope: 'The documented scope.' },
  frontegg: { endpoint: 'The endpoint is discovered.' },
  fusionauth: { nonce: nonce, scope: least },
  gitlab: { endpoint: 'The fixture is a server of its own, whose address is `baseUrl` of the other.' },
  hubspot: { ...noPkce },
  huggingface: { nonce: nonce },
  instagram: { ...noPkce, endpoint: instagram, scope: instagram, id: instagram, name: instagram },
  kinde: { nonce: nonce },
  line: {
    nonce: nonce,
    code_challenge: 'LINE documents PKCE.',
    code_challenge_method: 'LINE documents PKCE.',
  },
  logto: { scope: least },
  mailchimp: { ...noPkce, scope: noScopes },
  mastodon: { endpoint: 'A slash at the end of the issuer is left out.', scope: least },
  mattermost: { scope: noScopes, name: 'The full name comes before the user name.' },
  naver: { ...noPkce, scope: noScopes },
  netlify: { ...noPkce },
  netsuite: { code_challenge: 'NetSuite documents PKCE.', code_challenge_method: 'NetSuite documents PKCE.' },
  nextcloud: {
    ...noPkce,
    endpoint: 'A slash at the end of the issuer is left out.',
    scope: noScopes,
    id: shape,
    name: shape,
    email: shape,
    image: shape,
  },
  notion: { ...noPkce, scope: 'An empty scope is left out of the request.', profile: shape },
  okta: { nonce: nonce },
  osu: { ...noPkce },
  patreon: { ...noPkce },
  pinterest: {
    ...noPkce,
    endpoint: 'The documented address.',
    id: 'The user name can change; the id does not.',
  },
  pipedrive: { ...noPkce, scope: noScopes },
  roblox: { nonce: nonce },
  strava: { ...noPkce, endpoint: 'The documented address for the web.' },
  threads: { endpoint: 'The documented address.', profile: shape },
  tiktok: { ...noPkce, endpoint: 'The documented address.' },
  todoist: { ...noPkce, endpoint: 'The documented address.' },
  // The id is the UUID, as the slug changes with the user name.
  trakt: { endpoint: 'The documented address.', profile: shape },
  twitch: { ...noPkce, claims: '`email_verified` is requested, too.' },
  twitter: { email: '`confirmed_email` is read.', scope: 'The fixture requests an e-mail address.' },
  vk: { endpoint: vkId, scope: vkId, v: vkId, id: vkId, name: vkId, email: vkId, image: vkId },
  wechat: {
    endpoint: 'The fixture is a website application.',
    scope: 'The fixture is a website application.',
  },
  wordpress: { ...noPkce },
  workos: {
    ...noPkce,
    organization: 'The fixture names an organization; the other names a connection.',
    connection: 'An empty parameter is left out.',
    name: 'The full name is read where there is no first and last name.',
    scope: noScopes,
  },
  yandex: { endpoint: 'The international address of the same service.' },
  zoho: { endpoint: 'The fixture is of the data center in Europe.' },
}

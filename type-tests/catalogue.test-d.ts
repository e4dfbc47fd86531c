/* Every provider of the catalogue has a literal id, and the profile that its documentation describes. */
import { type FortyTwoProfile, fortyTwo } from 'authwright/providers/42-school'
import { type AppleProfile, apple } from 'authwright/providers/apple'
import { type AsgardeoProfile, asgardeo } from 'authwright/providers/asgardeo'
import { type AtlassianProfile, atlassian } from 'authwright/providers/atlassian'
import { type Auth0Profile, auth0 } from 'authwright/providers/auth0'
import { type AuthentikProfile, authentik } from 'authwright/providers/authentik'
import { azureAd } from 'authwright/providers/azure-ad'
import { type AzureADB2CProfile, azureAdB2c } from 'authwright/providers/azure-ad-b2c'
import { type BankIDNoProfile, bankidNo } from 'authwright/providers/bankid-no'
import { type BattleNetProfile, battlenet } from 'authwright/providers/battlenet'
import { type BeyondIdentityProfile, beyondidentity } from 'authwright/providers/beyondidentity'
import { type BitbucketProfile, bitbucket } from 'authwright/providers/bitbucket'
import { type BoxProfile, box } from 'authwright/providers/box'
import { type BoxyHQSAMLProfile, boxyhqSaml } from 'authwright/providers/boxyhq-saml'
import { type BungieProfile, bungie } from 'authwright/providers/bungie'
import { type ClickUpProfile, clickUp } from 'authwright/providers/click-up'
import { type CognitoProfile, cognito } from 'authwright/providers/cognito'
import { type CoinbaseProfile, coinbase } from 'authwright/providers/coinbase'
import { type Concept2Profile, concept2 } from 'authwright/providers/concept2'
import { type DescopeProfile, descope } from 'authwright/providers/descope'
import { type DiscordProfile, discord } from 'authwright/providers/discord'
import { type DribbbleProfile, dribbble } from 'authwright/providers/dribbble'
import { type DropboxProfile, dropbox } from 'authwright/providers/dropbox'
import {
  type DuendeIdentityServer6Profile,
  duendeIdentityServer6,
} from 'authwright/providers/duende-identity-server6'
import { type EventbriteProfile, eventbrite } from 'authwright/providers/eventbrite'
import { type EveOnlineProfile, eveonline } from 'authwright/providers/eveonline'
import { type FacebookProfile, facebook } from 'authwright/providers/facebook'
import { type FaceitProfile, faceit } from 'authwright/providers/faceit'
import { type FigmaProfile, figma } from 'authwright/providers/figma'
import { type FoursquareProfile, foursquare } from 'authwright/providers/foursquare'
import { type FreshBooksProfile, freshbooks } from 'authwright/providers/freshbooks'
import { type FronteggProfile, frontegg } from 'authwright/providers/frontegg'
import { type FusionAuthProfile, fusionauth } from 'authwright/providers/fusionauth'
import { type GitHubProfile, github } from 'authwright/providers/github'
import { type GitLabProfile, gitlab } from 'authwright/providers/gitlab'
import { type GoogleProfile, google } from 'authwright/providers/google'
import { type HubSpotProfile, hubspot } from 'authwright/providers/hubspot'
import { type HuggingFaceProfile, huggingface } from 'authwright/providers/huggingface'
import { type HydraProfile, hydra } from 'authwright/providers/hydra'
import { type IdentityServer4Profile, identityServer4 } from 'authwright/providers/identity-server4'
import { type InstagramProfile, instagram } from 'authwright/providers/instagram'
import { type KakaoProfile, kakao } from 'authwright/providers/kakao'
import { type KeycloakProfile, keycloak } from 'authwright/providers/keycloak'
import { type KindeProfile, kinde } from 'authwright/providers/kinde'
import { type LineProfile, line } from 'authwright/providers/line'
import { type LinkedInProfile, linkedin } from 'authwright/providers/linkedin'
import { type LogtoProfile, logto } from 'authwright/providers/logto'
import { type MailchimpProfile, mailchimp } from 'authwright/providers/mailchimp'
import { type MailruProfile, mailru } from 'authwright/providers/mailru'
import { type MastodonProfile, mastodon } from 'authwright/providers/mastodon'
import { type MattermostProfile, mattermost } from 'authwright/providers/mattermost'
import { type MicrosoftEntraIDProfile, microsoftEntraId } from 'authwright/providers/microsoft-entra-id'
import { type NaverProfile, naver } from 'authwright/providers/naver'
import { type NetlifyProfile, netlify } from 'authwright/providers/netlify'
import { type NetSuiteProfile, netsuite } from 'authwright/providers/netsuite'
import { type NextcloudProfile, nextcloud } from 'authwright/providers/nextcloud'
import { type NotionProfile, notion } from 'authwright/providers/notion'
import { type OktaProfile, okta } from 'authwright/providers/okta'
import { type OneLoginProfile, onelogin } from 'authwright/providers/onelogin'
import { type OssoProfile, osso } from 'authwright/providers/osso'
import { type OsuProfile, osu } from 'authwright/providers/osu'
import { type PatreonProfile, patreon } from 'authwright/providers/patreon'
import { type PingIdProfile, pingId } from 'authwright/providers/ping-id'
import { type PinterestProfile, pinterest } from 'authwright/providers/pinterest'
import { type PipedriveProfile, pipedrive } from 'authwright/providers/pipedrive'
import { type RedditProfile, reddit } from 'authwright/providers/reddit'
import { type RobloxProfile, roblox } from 'authwright/providers/roblox'
import { type SalesforceProfile, salesforce } from 'authwright/providers/salesforce'
import { type SimpleLoginProfile, simplelogin } from 'authwright/providers/simplelogin'
import { type SlackProfile, slack } from 'authwright/providers/slack'
import { type SpotifyProfile, spotify } from 'authwright/providers/spotify'
import { type StravaProfile, strava } from 'authwright/providers/strava'
import { type ThreadsProfile, threads } from 'authwright/providers/threads'
import { type TikTokProfile, tiktok } from 'authwright/providers/tiktok'
import { type TodoistProfile, todoist } from 'authwright/providers/todoist'
import { type TraktProfile, trakt } from 'authwright/providers/trakt'
import { type TwitchProfile, twitch } from 'authwright/providers/twitch'
import { type TwitterProfile, twitter } from 'authwright/providers/twitter'
import { type UnitedEffectsProfile, unitedEffects } from 'authwright/providers/united-effects'
import { type VippsProfile, vipps } from 'authwright/providers/vipps'
import { type VKProfile, vk } from 'authwright/providers/vk'
import { type WebexProfile, webex } from 'authwright/providers/webex'
import { type WeChatProfile, wechat } from 'authwright/providers/wechat'
import { type WikimediaProfile, wikimedia } from 'authwright/providers/wikimedia'
import { type WordPressProfile, wordpress } from 'authwright/providers/wordpress'
import { type WorkOSProfile, workos } from 'authwright/providers/workos'
import { type YandexProfile, yandex } from 'authwright/providers/yandex'
import { type ZitadelProfile, zitadel } from 'authwright/providers/zitadel'
import { type ZohoProfile, zoho } from 'authwright/providers/zoho'
import { type ZoomProfile, zoom } from 'authwright/providers/zoom'
import { expectTypeOf } from 'expect-type'

interface Facts<Id, Raw> {
  id: Id
  raw: Raw
}

declare function factsOf<const Id extends string, Raw>(provider: {
  readonly id: Id
  readonly profile?: ((profile: Raw, ...rest: never[]) => unknown) | undefined
}): Facts<Id, Raw>

expectTypeOf(factsOf(fortyTwo())).toEqualTypeOf<Facts<'42-school', FortyTwoProfile>>()
expectTypeOf(factsOf(apple())).toEqualTypeOf<Facts<'apple', AppleProfile>>()
expectTypeOf(factsOf(asgardeo())).toEqualTypeOf<Facts<'asgardeo', AsgardeoProfile>>()
expectTypeOf(factsOf(atlassian())).toEqualTypeOf<Facts<'atlassian', AtlassianProfile>>()
expectTypeOf(factsOf(auth0())).toEqualTypeOf<Facts<'auth0', Auth0Profile>>()
expectTypeOf(factsOf(authentik())).toEqualTypeOf<Facts<'authentik', AuthentikProfile>>()
expectTypeOf(factsOf(azureAdB2c())).toEqualTypeOf<Facts<'azure-ad-b2c', AzureADB2CProfile>>()
expectTypeOf(factsOf(azureAd())).toEqualTypeOf<Facts<'azure-ad', MicrosoftEntraIDProfile>>()
expectTypeOf(factsOf(bankidNo())).toEqualTypeOf<Facts<'bankid-no', BankIDNoProfile>>()
expectTypeOf(factsOf(battlenet())).toEqualTypeOf<Facts<'battlenet', BattleNetProfile>>()
expectTypeOf(factsOf(beyondidentity())).toEqualTypeOf<Facts<'beyondidentity', BeyondIdentityProfile>>()
expectTypeOf(factsOf(bitbucket())).toEqualTypeOf<Facts<'bitbucket', BitbucketProfile>>()
expectTypeOf(factsOf(box())).toEqualTypeOf<Facts<'box', BoxProfile>>()
expectTypeOf(factsOf(boxyhqSaml())).toEqualTypeOf<Facts<'boxyhq-saml', BoxyHQSAMLProfile>>()
expectTypeOf(factsOf(bungie({ apiKey: 'key' }))).toEqualTypeOf<Facts<'bungie', BungieProfile>>()
expectTypeOf(factsOf(clickUp())).toEqualTypeOf<Facts<'click-up', ClickUpProfile>>()
expectTypeOf(factsOf(cognito())).toEqualTypeOf<Facts<'cognito', CognitoProfile>>()
expectTypeOf(factsOf(coinbase())).toEqualTypeOf<Facts<'coinbase', CoinbaseProfile>>()
expectTypeOf(factsOf(concept2())).toEqualTypeOf<Facts<'concept2', Concept2Profile>>()
expectTypeOf(factsOf(descope())).toEqualTypeOf<Facts<'descope', DescopeProfile>>()
expectTypeOf(factsOf(discord())).toEqualTypeOf<Facts<'discord', DiscordProfile>>()
expectTypeOf(factsOf(dribbble())).toEqualTypeOf<Facts<'dribbble', DribbbleProfile>>()
expectTypeOf(factsOf(dropbox())).toEqualTypeOf<Facts<'dropbox', DropboxProfile>>()
expectTypeOf(factsOf(duendeIdentityServer6())).toEqualTypeOf<
  Facts<'duende-identity-server6', DuendeIdentityServer6Profile>
>()
expectTypeOf(factsOf(eventbrite())).toEqualTypeOf<Facts<'eventbrite', EventbriteProfile>>()
expectTypeOf(factsOf(eveonline())).toEqualTypeOf<Facts<'eveonline', EveOnlineProfile>>()
expectTypeOf(factsOf(facebook())).toEqualTypeOf<Facts<'facebook', FacebookProfile>>()
expectTypeOf(factsOf(faceit())).toEqualTypeOf<Facts<'faceit', FaceitProfile>>()
expectTypeOf(factsOf(figma())).toEqualTypeOf<Facts<'figma', FigmaProfile>>()
expectTypeOf(factsOf(foursquare())).toEqualTypeOf<Facts<'foursquare', FoursquareProfile>>()
expectTypeOf(factsOf(freshbooks())).toEqualTypeOf<Facts<'freshbooks', FreshBooksProfile>>()
expectTypeOf(factsOf(frontegg())).toEqualTypeOf<Facts<'frontegg', FronteggProfile>>()
expectTypeOf(factsOf(fusionauth())).toEqualTypeOf<Facts<'fusionauth', FusionAuthProfile>>()
expectTypeOf(factsOf(github())).toEqualTypeOf<Facts<'github', GitHubProfile>>()
expectTypeOf(factsOf(gitlab())).toEqualTypeOf<Facts<'gitlab', GitLabProfile>>()
expectTypeOf(factsOf(google())).toEqualTypeOf<Facts<'google', GoogleProfile>>()
expectTypeOf(factsOf(hubspot())).toEqualTypeOf<Facts<'hubspot', HubSpotProfile>>()
expectTypeOf(factsOf(huggingface())).toEqualTypeOf<Facts<'huggingface', HuggingFaceProfile>>()
expectTypeOf(factsOf(hydra())).toEqualTypeOf<Facts<'hydra', HydraProfile>>()
expectTypeOf(factsOf(identityServer4())).toEqualTypeOf<Facts<'identity-server4', IdentityServer4Profile>>()
expectTypeOf(factsOf(instagram())).toEqualTypeOf<Facts<'instagram', InstagramProfile>>()
expectTypeOf(factsOf(kakao())).toEqualTypeOf<Facts<'kakao', KakaoProfile>>()
expectTypeOf(factsOf(keycloak())).toEqualTypeOf<Facts<'keycloak', KeycloakProfile>>()
expectTypeOf(factsOf(kinde())).toEqualTypeOf<Facts<'kinde', KindeProfile>>()
expectTypeOf(factsOf(line())).toEqualTypeOf<Facts<'line', LineProfile>>()
expectTypeOf(factsOf(linkedin())).toEqualTypeOf<Facts<'linkedin', LinkedInProfile>>()
expectTypeOf(factsOf(logto())).toEqualTypeOf<Facts<'logto', LogtoProfile>>()
expectTypeOf(factsOf(mailchimp())).toEqualTypeOf<Facts<'mailchimp', MailchimpProfile>>()
expectTypeOf(factsOf(mailru())).toEqualTypeOf<Facts<'mailru', MailruProfile>>()
expectTypeOf(factsOf(mastodon())).toEqualTypeOf<Facts<'mastodon', MastodonProfile>>()
expectTypeOf(factsOf(mattermost())).toEqualTypeOf<Facts<'mattermost', MattermostProfile>>()
expectTypeOf(factsOf(microsoftEntraId())).toEqualTypeOf<
  Facts<'microsoft-entra-id', MicrosoftEntraIDProfile>
>()
expectTypeOf(factsOf(naver())).toEqualTypeOf<Facts<'naver', NaverProfile>>()
expectTypeOf(factsOf(netlify())).toEqualTypeOf<Facts<'netlify', NetlifyProfile>>()
expectTypeOf(factsOf(netsuite({ accountId: '1', userinfo: 'https://acme.example/me' }))).toEqualTypeOf<
  Facts<'netsuite', NetSuiteProfile>
>()
expectTypeOf(factsOf(nextcloud())).toEqualTypeOf<Facts<'nextcloud', NextcloudProfile>>()
expectTypeOf(factsOf(notion())).toEqualTypeOf<Facts<'notion', NotionProfile>>()
expectTypeOf(factsOf(okta())).toEqualTypeOf<Facts<'okta', OktaProfile>>()
expectTypeOf(factsOf(onelogin())).toEqualTypeOf<Facts<'onelogin', OneLoginProfile>>()
expectTypeOf(factsOf(osso())).toEqualTypeOf<Facts<'osso', OssoProfile>>()
expectTypeOf(factsOf(osu())).toEqualTypeOf<Facts<'osu', OsuProfile>>()
expectTypeOf(factsOf(patreon())).toEqualTypeOf<Facts<'patreon', PatreonProfile>>()
expectTypeOf(factsOf(pingId())).toEqualTypeOf<Facts<'ping-id', PingIdProfile>>()
expectTypeOf(factsOf(pinterest())).toEqualTypeOf<Facts<'pinterest', PinterestProfile>>()
expectTypeOf(factsOf(pipedrive())).toEqualTypeOf<Facts<'pipedrive', PipedriveProfile>>()
expectTypeOf(factsOf(reddit())).toEqualTypeOf<Facts<'reddit', RedditProfile>>()
expectTypeOf(factsOf(roblox())).toEqualTypeOf<Facts<'roblox', RobloxProfile>>()
expectTypeOf(factsOf(salesforce())).toEqualTypeOf<Facts<'salesforce', SalesforceProfile>>()
expectTypeOf(factsOf(simplelogin())).toEqualTypeOf<Facts<'simplelogin', SimpleLoginProfile>>()
expectTypeOf(factsOf(slack())).toEqualTypeOf<Facts<'slack', SlackProfile>>()
expectTypeOf(factsOf(spotify())).toEqualTypeOf<Facts<'spotify', SpotifyProfile>>()
expectTypeOf(factsOf(strava())).toEqualTypeOf<Facts<'strava', StravaProfile>>()
expectTypeOf(factsOf(threads())).toEqualTypeOf<Facts<'threads', ThreadsProfile>>()
expectTypeOf(factsOf(tiktok())).toEqualTypeOf<Facts<'tiktok', TikTokProfile>>()
expectTypeOf(factsOf(todoist())).toEqualTypeOf<Facts<'todoist', TodoistProfile>>()
expectTypeOf(factsOf(trakt())).toEqualTypeOf<Facts<'trakt', TraktProfile>>()
expectTypeOf(factsOf(twitch())).toEqualTypeOf<Facts<'twitch', TwitchProfile>>()
expectTypeOf(factsOf(twitter())).toEqualTypeOf<Facts<'twitter', TwitterProfile>>()
expectTypeOf(factsOf(unitedEffects())).toEqualTypeOf<Facts<'united-effects', UnitedEffectsProfile>>()
expectTypeOf(factsOf(vipps())).toEqualTypeOf<Facts<'vipps', VippsProfile>>()
expectTypeOf(factsOf(vk())).toEqualTypeOf<Facts<'vk', VKProfile>>()
expectTypeOf(factsOf(webex())).toEqualTypeOf<Facts<'webex', WebexProfile>>()
expectTypeOf(factsOf(wechat())).toEqualTypeOf<Facts<'wechat', WeChatProfile>>()
expectTypeOf(factsOf(wikimedia())).toEqualTypeOf<Facts<'wikimedia', WikimediaProfile>>()
expectTypeOf(factsOf(wordpress())).toEqualTypeOf<Facts<'wordpress', WordPressProfile>>()
expectTypeOf(factsOf(workos())).toEqualTypeOf<Facts<'workos', WorkOSProfile>>()
expectTypeOf(factsOf(yandex())).toEqualTypeOf<Facts<'yandex', YandexProfile>>()
expectTypeOf(factsOf(zitadel())).toEqualTypeOf<Facts<'zitadel', ZitadelProfile>>()
expectTypeOf(factsOf(zoho())).toEqualTypeOf<Facts<'zoho', ZohoProfile>>()
expectTypeOf(factsOf(zoom())).toEqualTypeOf<Facts<'zoom', ZoomProfile>>()

// The profile of an OpenID Connect provider may come from its UserInfo endpoint; OAuth 2 has no ID token.
expectTypeOf(factsOf(keycloak({ idToken: false }))).toEqualTypeOf<Facts<'keycloak', KeycloakProfile>>()
// @ts-expect-error
github({ idToken: false })

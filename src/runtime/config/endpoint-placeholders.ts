import type { Endpoint, OAuthSettings } from '../../providers/kinds/oauth.js'

type Endpoints = Pick<
  OAuthSettings,
  'issuer' | 'clientId' | 'wellKnown' | 'authorization' | 'token' | 'userinfo'
>

/** A provider with `{issuer}` and `{clientId}` replaced in its endpoints. A placeholder without a value is kept. */
export function withoutPlaceholders<Provider extends Endpoints>(provider: Provider): Provider {
  const { issuer, clientId, wellKnown, authorization, token, userinfo } = provider
  const values = { issuer: issuer?.replace(/\/+$/, ''), clientId }
  const replaced = (text: string): string =>
    text.replace(PLACEHOLDER, (placeholder, name: keyof typeof values) => values[name] ?? placeholder)
  return {
    ...provider,
    ...(typeof wellKnown === 'string' && { wellKnown: replaced(wellKnown) }),
    ...(authorization && { authorization: endpoint(authorization, replaced) }),
    ...(token && { token: endpoint(token, replaced) }),
    ...(userinfo && { userinfo: endpoint(userinfo, replaced) }),
  }
}

/** Whether an endpoint cannot be reached without an issuer that the provider does not have. */
export function lacksIssuer({ issuer, authorization, token, userinfo }: Endpoints): boolean {
  if (issuer !== undefined) return false
  return [authorization, token, userinfo].some((given) => {
    const url = typeof given === 'object' ? given.url : given
    return url?.includes('{issuer}')
  })
}

const PLACEHOLDER = /\{(issuer|clientId)\}/g

function endpoint<Given extends string | Endpoint>(given: Given, replaced: (text: string) => string): Given {
  if (typeof given === 'string') return replaced(given) as Given
  const { url, params }: Endpoint = given
  return {
    ...(given as object),
    ...(typeof url === 'string' && { url: replaced(url) }),
    ...(params && {
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' ? replaced(value) : value,
        ]),
      ),
    }),
  } as Given
}

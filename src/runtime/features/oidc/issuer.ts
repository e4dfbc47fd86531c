import { parseUrl } from '../../../model/parse-url.js'
import { type IssuerTemplate, parseIssuerTemplate } from '../../../providers/kinds/issuer-template.js'
import { printable } from '../../core/base/printable.js'
import { UserAgentError } from '../../core/http/error-report.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { ACCOUNT_ID_SEPARATOR } from './account-id.js'
import { isConfiguredIssuer } from './issuer-aliases.js'

/**
 * Whether the metadata belongs to the configured issuer.
 *
 * @param published - The issuer in the metadata.
 */
export function describesIssuer(provider: ReadyOAuthProvider, published: string): boolean {
  if (isConfiguredIssuer(provider, published) || typeof provider.tokenIssuer === 'function') return true
  const template = templateOf(provider)
  return matches(published, template, TENANT) || matches(published, template, TENANT_PLACEHOLDER)
}

/**
 * Returns the expected issuer of an authorization response. The issuer of the ID token is compared with it
 * later.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string {
  if (provider.issuerAliases && isConfiguredIssuer(provider, received)) return received
  if (typeof provider.tokenIssuer === 'function') return received
  const template = templateOf(provider)
  return matches(published, template, TENANT_PLACEHOLDER) && matches(received, template, TENANT)
    ? received
    : published
}

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the expected issuer of an ID token. Throws if the token belongs to a tenant that is not allowed.
 *
 * @param published - The issuer in the metadata.
 */
export function expectedIssuer(provider: ReadyOAuthProvider, published: string, claims: Claims): string {
  const template = templateOf(provider)
  requireListedTenant(provider, template && claims[template.claim])
  return issuerOf(provider, published, claims)
}

/**
 * Returns the expected issuer of a logout token, in which the claim with the tenant is optional. Without this
 * claim, the issuer identifies the tenant, or is an alias that identifies none.
 *
 * @param published - The issuer in the metadata.
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken
 */
export function expectedLogoutIssuer(
  provider: ReadyOAuthProvider,
  published: string,
  claims: Claims,
): string {
  const template = templateOf(provider)
  if (!template || claims[template.claim] !== undefined) return expectedIssuer(provider, published, claims)
  const tenant = tenantIn(String(claims['iss']), template, TENANT)
  if (tenant !== undefined) requireListedTenant(provider, tenant)
  return issuerOf(provider, published, { ...claims, [template.claim]: tenant })
}

function requireListedTenant({ tenants }: ReadyOAuthProvider, tenant: unknown): void {
  if (!tenants || tenants.some((listed) => isSameTenant(listed, tenant))) return
  throw rejected(`\`tenants\` does not list '${printable(String(tenant))}'`)
}

function issuerOf(provider: ReadyOAuthProvider, published: string, claims: Claims): string {
  const { tokenIssuer, issuerAliases } = provider
  if (issuerAliases && isConfiguredIssuer(provider, claims['iss'])) return claims['iss']
  if (typeof tokenIssuer === 'function') {
    const result = tokenIssuer({ claims, metadataIssuer: published })
    if ('rejected' in result) throw rejected(result.rejected)
    // A separator in the issuer would allow two accounts to have the same id.
    if (result.issuer.includes(ACCOUNT_ID_SEPARATOR))
      throw rejected(`it contains \`${ACCOUNT_ID_SEPARATOR}\``)
    return result.issuer
  }
  const template = templateOf(provider)
  if (!template) return published
  const { before, claim, after } = template
  if (!matches(published, template, TENANT_PLACEHOLDER)) return published
  const value = claims[claim]
  if (typeof value !== 'string' || !TENANT.test(value)) throw rejected(`\`${claim}\` contains no tenant`)
  return before + value + after
}

/**
 * Whether a key may verify tokens of the issuer `iss`.
 *
 * @param issuer - The issuer that is published with the key. A name in braces stands for any tenant.
 * @param iss - The issuer in the token.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer
 */
export function isKeyOf(issuer: unknown, iss: string): boolean {
  if (issuer === undefined) return true
  const template = parseIssuerTemplate(String(issuer))
  return template ? matches(iss, template, TENANT) : iss === issuer
}

/** The part of an issuer that stands for a tenant. It must not match a slash. */
const TENANT = /^[\w.~-]{1,128}$/

const TENANT_PLACEHOLDER = /^\{[\w-]+\}$/

/**
 * Returns the template of the issuer. A template that is only a path is completed by the origin of the
 * issuer.
 */
function templateOf({ issuer = '', tokenIssuer }: ReadyOAuthProvider): IssuerTemplate | undefined {
  if (typeof tokenIssuer !== 'string') return undefined
  const origin = (tokenIssuer.startsWith('/') && parseUrl(issuer)?.origin) || ''
  return parseIssuerTemplate(origin + tokenIssuer)
}

function matches(issuer: string, template: IssuerTemplate | undefined, tenant: RegExp): boolean {
  return template !== undefined && tenantIn(issuer, template, tenant) !== undefined
}

/**
 * Returns the part of an issuer that stands for the tenant, or `undefined` if the issuer does not match the
 * template.
 */
function tenantIn(issuer: string, { before, after }: IssuerTemplate, pattern: RegExp): string | undefined {
  if (!issuer.startsWith(before) || !issuer.endsWith(after)) return undefined
  const tenant = issuer.slice(before.length, issuer.length - after.length)
  return pattern.test(tenant) ? tenant : undefined
}

function isSameTenant(tenant: string, value: unknown): boolean {
  return typeof value === 'string' && tenant.toLowerCase() === value.toLowerCase()
}

function rejected(problem: string): UserAgentError {
  return new UserAgentError(`The issuer of the token is not accepted: ${problem}.`)
}

import { type IssuerTemplate, parseIssuerTemplate } from '../../../providers/kinds/issuer-template.js'
import { printable } from '../../core/base/printable.js'
import { UserAgentError } from '../../core/http/report.js'
import { isSameIssuer, type ReadyOAuthProvider } from '../oauth/provider.js'

/** Whether `published` is an issuer that the configuration describes. A trailing slash makes no difference. */
export function describesIssuer(provider: ReadyOAuthProvider, published: string): boolean {
  if (isNameOf(provider, published) || typeof provider.tokenIssuer === 'function') return true
  const template = templateOf(provider)
  return matches(published, template, VALUE) || matches(published, template, PLACEHOLDER)
}

/** The names of the configured issuer. A slash at the end makes no difference. */
function isNameOf({ issuer, issuerAliases = [] }: ReadyOAuthProvider, name: unknown): name is string {
  const names = [issuer, ...issuerAliases].map(String)
  return typeof name === 'string' && names.some((each) => isSameIssuer(name, each))
}

/**
 * The canonical name of an issuer that has several names, for comparing values received at different times.
 */
export function canonicalIssuer(provider: ReadyOAuthProvider, name: unknown): string {
  return String(isNameOf(provider, name) ? provider.issuer : name)
}

/**
 * The expected issuer of an authorization response: that of the metadata, or one that matches its template.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string {
  if (provider.issuerAliases && isNameOf(provider, received)) return received
  if (typeof provider.tokenIssuer === 'function') return received
  const template = templateOf(provider)
  return matches(published, template, PLACEHOLDER) && matches(received, template, VALUE)
    ? received
    : published
}

/**
 * The issuer that an ID token must have. Throws for a token of a tenant that is not listed in the configuration.
 *
 * @param published - The issuer of the metadata.
 */
export function expectedIssuer(
  provider: ReadyOAuthProvider,
  published: string,
  claims: Readonly<Record<string, unknown>>,
): string {
  const { tokenIssuer, issuerAliases, tenants } = provider
  if (issuerAliases && isNameOf(provider, claims['iss'])) return claims['iss']
  const template = templateOf(provider)
  if (typeof tokenIssuer === 'function') {
    const verdict = tokenIssuer({ claims, metadataIssuer: published })
    if ('rejected' in verdict) throw rejected(verdict.rejected)
    // A separator in the issuer would allow two accounts to have the same id.
    if (verdict.issuer.includes(SEPARATOR)) throw rejected(`it holds \`${SEPARATOR}\``)
    return verdict.issuer
  }
  if (!template) return published
  const { before, claim, after } = template
  const value = claims[claim]
  if (tenants && !tenants.some((tenant) => isSameTenant(tenant, value))) {
    throw rejected(`\`tenants\` does not list '${printable(String(value))}'`)
  }
  if (!matches(published, template, PLACEHOLDER)) return published
  if (typeof value !== 'string' || !VALUE.test(value)) throw rejected(`\`${claim}\` contains no tenant`)
  return before + value + after
}

/**
 * Whether a key may sign the tokens of an issuer. A name in braces stands for any tenant.
 *
 * @param issuer - The issuer that is published with the key.
 * @param iss - The issuer in the token.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer
 */
export function isKeyOf(issuer: unknown, iss: string): boolean {
  if (issuer === undefined) return true
  const template = parseIssuerTemplate(String(issuer))
  return template ? matches(iss, template, VALUE) : iss === issuer
}

/**
 * The id of an account. `sub` is unique within an issuer only, so for providers with several issuers the id contains the issuer.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimStability
 */
export function accountId({ tokenIssuer }: ReadyOAuthProvider, issuer: unknown, subject: string): string {
  return tokenIssuer === undefined ? subject : `${issuer}${SEPARATOR}${subject}`
}

/** Separates the issuer and `sub` in an account id. */
const SEPARATOR = '|'

/** Allowed values of the claim in an issuer: one path segment, or one label of a host name. */
const VALUE = /^[\w.~-]{1,128}$/

/** In published metadata, a name in braces stands for the tenant. */
const PLACEHOLDER = /^\{[\w-]+\}$/

function templateOf({ issuer = '', tokenIssuer }: ReadyOAuthProvider): IssuerTemplate | undefined {
  if (typeof tokenIssuer !== 'string') return undefined
  const origin = tokenIssuer.startsWith('/') && URL.canParse(issuer) ? new URL(issuer).origin : ''
  return parseIssuerTemplate(origin + tokenIssuer)
}

/** Whether an issuer matches a template, with a value that matches `part` instead of the claim. */
function matches(issuer: string, template: IssuerTemplate | undefined, part: RegExp): boolean {
  if (!template) return false
  const { before, after } = template
  const isLike = issuer.startsWith(before) && issuer.endsWith(after)
  return isLike && part.test(issuer.slice(before.length, issuer.length - after.length))
}

function isSameTenant(tenant: string, value: unknown): boolean {
  return typeof value === 'string' && tenant.toLowerCase() === value.toLowerCase()
}

function rejected(problem: string): UserAgentError {
  return new UserAgentError(`The issuer of the ID token is not accepted: ${problem}.`)
}

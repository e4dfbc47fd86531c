import { printable } from '../../core/base/printable.js'
import { UserAgentError } from '../../core/http/report.js'
import { isSameIssuer, type ReadyOAuthProvider } from '../oauth/provider.js'

/** An issuer with one claim of the token in it. */
interface IssuerTemplate {
  readonly before: string
  readonly claim: string
  readonly after: string
}

/** Whether `published` is an issuer that the configuration describes. A slash at its end makes no difference. */
export function describesIssuer(provider: ReadyOAuthProvider, published: string): boolean {
  const { issuer = '', tokenIssuer } = provider
  if (isSameIssuer(published, issuer) || typeof tokenIssuer === 'function') return true
  const template = templateOf(provider)
  return template !== undefined && variablePart(published, template) !== undefined
}

/**
 * The issuer of an authorization response: that of the metadata, or one that its template describes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207.html#section-2.4
 */
export function responseIssuer(provider: ReadyOAuthProvider, published: string, received: string): string {
  if (provider.tokenIssuer === undefined) return published
  if (typeof provider.tokenIssuer === 'function') return received
  const template = templateOf(provider)
  const value = template && isOpen(published, template) ? variablePart(received, template) : undefined
  return value !== undefined && VALUE.test(value) ? received : published
}

/**
 * The issuer that an ID token must name. Throws for a token of a tenant that the configuration does not list.
 *
 * @param published - The issuer of the metadata.
 */
export function expectedIssuer(
  provider: ReadyOAuthProvider,
  published: string,
  claims: Readonly<Record<string, unknown>>,
): string {
  const { tokenIssuer, tenants } = provider
  const template = templateOf(provider)
  if (tenants && !template) throw rejected('`tenants` needs a template with one placeholder in `tokenIssuer`')
  if (typeof tokenIssuer === 'function') {
    const verdict = tokenIssuer({ claims, metadataIssuer: published })
    if ('rejected' in verdict) throw rejected(verdict.rejected)
    // A separator in the issuer would let two accounts share an id.
    if (verdict.issuer.includes(SEPARATOR)) throw rejected(`it holds \`${SEPARATOR}\``)
    return verdict.issuer
  }
  if (!template) return published
  const { before, claim, after } = template
  const value = claims[claim]
  if (tenants && !tenants.some((tenant) => isSameTenant(tenant, value))) {
    throw rejected(`\`tenants\` does not list '${printable(String(value))}'`)
  }
  if (!isOpen(published, template)) return published
  if (typeof value !== 'string' || !VALUE.test(value)) throw rejected(`\`${claim}\` names no tenant`)
  return before + value + after
}

/**
 * Whether a key may sign the tokens of an issuer. A name in braces stands for any tenant.
 *
 * @param issuer - What is published with the key.
 * @param iss - What the token names.
 * @see https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer
 */
export function isKeyOf(issuer: unknown, iss: string): boolean {
  if (issuer === undefined) return true
  const template = parseTemplate(String(issuer))
  return template ? VALUE.test(variablePart(iss, template) ?? '') : iss === issuer
}

/**
 * The id of an account. Subjects are unique within an issuer only, so where a provider has several, the id holds the issuer.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimStability
 */
export function accountId({ tokenIssuer }: ReadyOAuthProvider, issuer: unknown, subject: string): string {
  return tokenIssuer === undefined ? subject : `${issuer}${SEPARATOR}${subject}`
}

/** Stands between the issuer and the subject of an account's id. */
const SEPARATOR = '|'

/** What the value of a claim may be in an issuer: one part of a path or of a host name. */
const VALUE = /^[\w.~-]{1,128}$/

/** A name in braces, which stands for the tenant in published metadata. */
const BRACES = /^\{[\w-]+\}$/

function templateOf({ issuer = '', tokenIssuer }: ReadyOAuthProvider): IssuerTemplate | undefined {
  if (typeof tokenIssuer !== 'string') return undefined
  const origin = tokenIssuer.startsWith('/') && URL.canParse(issuer) ? new URL(issuer).origin : ''
  return parseTemplate(origin + tokenIssuer)
}

function parseTemplate(text: string): IssuerTemplate | undefined {
  const [, before = '', claim, after = ''] = /^([^{}]*)\{([\w-]+)\}([^{}]*)$/.exec(text) ?? []
  return claim === undefined ? undefined : { before, claim, after }
}

/** What stands in `issuer` where the template has its claim: a name in braces, or a value. */
function variablePart(issuer: string, { before, after }: IssuerTemplate): string | undefined {
  const isLike =
    issuer.startsWith(before) && issuer.endsWith(after) && issuer.length > before.length + after.length
  const part = isLike ? issuer.slice(before.length, issuer.length - after.length) : ''
  return VALUE.test(part) || BRACES.test(part) ? part : undefined
}

/** Whether the metadata publishes the template itself, and not the issuer of one tenant. */
function isOpen(published: string, template: IssuerTemplate): boolean {
  return BRACES.test(variablePart(published, template) ?? '')
}

function isSameTenant(tenant: string, value: unknown): boolean {
  return typeof value === 'string' && tenant.toLowerCase() === value.toLowerCase()
}

function rejected(problem: string): UserAgentError {
  return new UserAgentError(`The issuer of the ID token is not accepted: ${problem}.`)
}

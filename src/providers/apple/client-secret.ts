import { SignJWT } from 'jose/jwt/sign'
import { importPKCS8 } from 'jose/key/import'
import type { ClientSecretRequest } from '../kinds/oauth.js'

const LIFETIME_SECONDS = 5 * 60

/** @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
export async function signClientSecret(request: ClientSecretRequest): Promise<string> {
  const { teamId, keyId, privateKey, clientId, audience, now } = request
  const key = await importPKCS8(normalizedPem(privateKey), 'ES256')
  const issuedAt = Math.floor(now)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(key)
}

/** Removes quotes around a PEM from an environment variable, and replaces `\n` by line breaks. */
function normalizedPem(pem: string): string {
  return pem
    .replace(/\\r/g, '')
    .replace(/\\n/g, '\n')
    .replace(/^\s*["']|["']\s*$/g, '')
    .trim()
}

import { sha256 } from '#sha256'
import type { Awaitable } from '../../model/awaitable.js'
import { whenKnown } from '../base/awaitable.js'

/** What the stored token of a session with a tenant begins with. No browser presents one. */
const MARK = 'tenant:'

/** Characters of the SHA-256 that tell tenants apart: 128 bits. Unlike the id, they differ in any collation. */
const TAG_LENGTH = 32

/**
 * Makes of the token in a browser's cookie the token that the database knows, or `undefined` of one that no session has. A session of
 * one tenant is so found by no other, and by no configuration without tenants.
 */
export type SessionKey = (token: string) => Awaitable<string | undefined>

export function sessionKey(tenant: string | undefined): SessionKey {
  if (tenant === undefined) return (token) => (token.startsWith(MARK) ? undefined : token)
  let tag: Awaitable<string> | undefined
  return (token) => {
    tag ??= sha256(JSON.stringify(['session', tenant]))
    return whenKnown(tag, (known) => {
      tag = known
      return `${MARK}${known.slice(0, TAG_LENGTH)}:${token}`
    })
  }
}

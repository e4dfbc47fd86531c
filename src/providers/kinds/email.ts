import type { Awaitable } from '../../model/awaitable.js'
import type { CommonProvider } from './common-provider.js'
import type { ProviderId } from './provider-id.js'

/** What a mail with a sign-in link is made from. */
export interface VerificationRequest {
  /** The address. */
  identifier: string
  /** The link. */
  url: string
  expires: Date
  token: string
  request: Request
}

/** A provider that sends a sign-in link by e-mail. */
export interface EmailProvider<Id extends string = ProviderId> extends CommonProvider<Id> {
  readonly type: 'email'
  readonly from?: string | undefined
  /** Seconds for which a link is valid. Default: 86,400 (one day). */
  readonly maxAge?: number | undefined
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>
  generateVerificationToken?(): Awaitable<string>
  normalizeIdentifier?(identifier: string): string
}

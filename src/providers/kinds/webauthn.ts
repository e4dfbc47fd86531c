import type { CommonProvider } from './common-provider.js'
import type { ProviderId } from './provider-id.js'

/** A provider whose sign-in is a WebAuthn ceremony. */
export interface WebAuthnProvider<Id extends string = ProviderId, ConditionalUI extends boolean = boolean>
  extends CommonProvider<Id> {
  readonly type: 'webauthn'
  /** Lets the browser offer passkeys in the form's fields. Default: `true`. */
  readonly enableConditionalUI?: ConditionalUI | undefined
}

import { createAuth } from 'authwright'
import { passkey } from '../support/incomplete.js'

createAuth().provider(passkey).provider({ id: 'key', type: 'webauthn' })
//                                      ^ Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.

createAuth().provider(passkey).provider({ id: 'key', type: 'webauthn', enableConditionalUI: false })

createAuth({ providers: [passkey, { id: 'key', type: 'webauthn' }] })
//                                ^ Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.

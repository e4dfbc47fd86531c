import { createAuth } from 'authwright'
import { passkey } from 'authwright/providers/passkey'
import { webauthn } from 'authwright/providers/webauthn'

createAuth().provider(passkey()).provider(webauthn())
//                                        ^ Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.

createAuth()
  .provider(passkey())
  .provider(webauthn({ enableConditionalUI: false }))

createAuth({ providers: [passkey(), webauthn()] })
//                                  ^ Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.

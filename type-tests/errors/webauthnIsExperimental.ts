import { createAuth } from 'authwright'
import { passkey } from 'authwright/providers/passkey'
import { webauthn } from 'authwright/providers/webauthn'
import { db } from '../fixtures.js'

createAuth().provider(webauthn()).adapter(db).build()
//                                            ^ The WebAuthn provider 'webauthn' is experimental: call .options({ experimental: { enableWebAuthn: true } }).

createAuth()
  .provider(webauthn())
  .adapter(db)
  .options({ experimental: { enableWebAuthn: true } })
  .build()

createAuth({ providers: [webauthn()], adapter: db, experimental: { enableWebAuthn: false } }).build()
//                                                                                            ^ The WebAuthn provider 'webauthn' is experimental: call .options({ experimental: { enableWebAuthn: true } }).

// passkey() is stable: it does not need the option, and may be configured with it.
createAuth().provider(passkey()).adapter(db).build()

createAuth({ providers: [passkey()], adapter: db, experimental: { enableWebAuthn: false } }).build()

createAuth()
  .provider(passkey())
  .adapter(db)
  .options({ experimental: { enableWebAuthn: true } })
  .build()

createAuth()
  .provider(passkey())
  .provider(webauthn({ id: 'key', enableConditionalUI: false }))
  .adapter(db)
  .build()
// ^ The WebAuthn provider 'key' is experimental: call .options({ experimental: { enableWebAuthn: true } }).

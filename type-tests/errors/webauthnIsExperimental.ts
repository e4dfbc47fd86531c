import { createAuth } from 'authwright'
import { passkey } from 'authwright/providers/passkey'
import { db } from '../fixtures.js'

createAuth().provider(passkey()).adapter(db).build()
//                                           ^ The WebAuthn provider 'passkey' is experimental: call .options({ experimental: { enableWebAuthn: true } }).

createAuth()
  .provider(passkey())
  .adapter(db)
  .options({ experimental: { enableWebAuthn: true } })
  .build()

createAuth({ providers: [passkey()], adapter: db, experimental: { enableWebAuthn: false } }).build()
//                                                                                           ^ The WebAuthn provider 'passkey' is experimental: call .options({ experimental: { enableWebAuthn: true } }).

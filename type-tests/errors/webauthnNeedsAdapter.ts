import { createAuth } from 'authwright'
import { passkey } from 'authwright/providers/passkey'

createAuth().provider(passkey()).build()
//                               ^ The WebAuthn provider 'passkey' stores authenticators: call .adapter() before .build().

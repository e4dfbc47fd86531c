/** Whole sign-ins with glewlwyd, an OpenID Provider in C that compares client secrets undecoded. */
import { glewlwyd, glewlwydInstalled } from './support/glewlwyd.js'
import { realProviderSuite } from './support/suite.js'

// Its forms name the issuer percent-encoded, and so another one than its metadata.
realProviderSuite({ name: 'glewlwyd', system: glewlwydInstalled, start: glewlwyd, postsForms: false })

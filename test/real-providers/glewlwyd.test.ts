/** Whole sign-ins with glewlwyd, an OpenID Provider in C that compares client secrets undecoded. */
import { glewlwyd, glewlwydInstalled } from './support/glewlwyd.js'
import { realProviderSuite } from './support/suite.js'

// The forms of glewlwyd contain the issuer in percent-encoding, which differs from the issuer in the metadata.
realProviderSuite({ name: 'glewlwyd', system: glewlwydInstalled, start: glewlwyd, postsForms: false })

/** Whole sign-ins with glewlwyd, an OpenID Provider in C that compares client secrets undecoded. */
import { glewlwyd, glewlwydInstalled } from './support/glewlwyd.js'
import { realProviderSuite } from './support/suite.js'

// Its forms contain the issuer percent-encoded, so it differs from the issuer in the metadata.
realProviderSuite({ name: 'glewlwyd', system: glewlwydInstalled, start: glewlwyd, postsForms: false })

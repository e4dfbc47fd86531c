import { sveltekitProxySuite } from './support/sveltekit-proxy-suite.js'

sveltekitProxySuite(2)

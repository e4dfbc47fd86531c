import { sveltekitRemoteSuite } from './support/sveltekit-remote-suite.js'

sveltekitRemoteSuite(2)

import { sveltekitSecuritySuite } from '../support/sveltekit-security-suite.js'

sveltekitSecuritySuite(3)

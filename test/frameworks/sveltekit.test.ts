import { sveltekitSuite } from './support/sveltekit-suite.js'

sveltekitSuite(2)

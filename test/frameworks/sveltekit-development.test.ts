import { sveltekitDevelopmentSuite } from './support/sveltekit-development-suite.js'

sveltekitDevelopmentSuite(2)

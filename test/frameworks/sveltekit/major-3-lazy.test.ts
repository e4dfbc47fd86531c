import { sveltekitLazySuite } from '../support/sveltekit-lazy-suite.js'

sveltekitLazySuite(3)

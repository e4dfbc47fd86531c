import { sveltekitPasskeysSuite } from './support/sveltekit-passkeys-suite.js'

sveltekitPasskeysSuite(2)

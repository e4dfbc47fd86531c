import { buildSvelteKit } from '../support/sveltekit-application.js'
import { configuration } from './configuration.js'
import { passwordsSuite } from './suite.js'

passwordsSuite({
  name: 'SvelteKit',
  routes: '/auth',
  build: () =>
    buildSvelteKit(
      {},
      {
        'src/auth.ts': configuration,
        // The adapter bundles every package that is not a dependency, but cannot bundle native modules.
        'package.json': [
          '"valibot": ',
          '"@libsql/client": "^0.18.0",\n    "@node-rs/argon2": "^2.0.0",\n    "@node-rs/bcrypt": "^1.0.0",\n    "libsql": "^0.5.0",\n    "valibot": ',
        ],
      },
    ),
  start: (build, port, variables) => build.start(port, variables),
  variables: (origin) => ({ ORIGIN: origin }),
})

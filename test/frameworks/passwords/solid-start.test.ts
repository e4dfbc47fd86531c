import { buildSolidStart } from '../support/solid-start-application.js'
import { configuration } from './configuration.js'
import { passwordsSuite } from './suite.js'

passwordsSuite({
  name: 'SolidStart',
  routes: '/api/auth',
  build: () =>
    buildSolidStart(1, {
      edits: configuration.map(([text, other]) => ['src/auth.ts', text, other] as const),
    }),
  start: (build, port, variables) => build.start(port, variables),
})

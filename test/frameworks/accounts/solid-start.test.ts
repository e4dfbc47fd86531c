import type { Edit } from '../support/edit.js'
import { buildSolidStart } from '../support/solid-start-application.js'
import { AFTERWARDS, configuration } from './configuration.js'
import { accountsSuite } from './suite.js'

const inAuth = ([text, other]: Edit): readonly [string, string, string] => ['src/auth.ts', text, other]

accountsSuite({
  name: 'SolidStart',
  routes: '/api/auth',
  build: () =>
    buildSolidStart(1, {
      edits: [
        ...configuration.map(inAuth),
        // Pages reject sessions that server functions ended, because the bundles of a process share the
        // store.
        ['src/auth.ts', '.options({', ".options({\n    signOut: 'local',"],
        [
          'src/server.ts',
          "signOut({ redirectTo: '/' })",
          `signOut({ redirectTo: '${AFTERWARDS}', provider: true })`,
        ],
      ],
    }),
  start: (build, port, variables) => build.start(port, variables),
})

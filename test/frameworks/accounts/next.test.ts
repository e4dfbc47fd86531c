import { edit } from '../support/edit.js'
import { buildNext } from '../support/next-application.js'
import { AFTERWARDS, configuration } from './configuration.js'
import { accountsSuite } from './suite.js'

accountsSuite({
  name: 'Next.js',
  routes: '/api/auth',
  build: () =>
    buildNext(
      {},
      {
        change: (folder) => {
          edit(
            folder,
            'auth.ts',
            ...configuration,
            // The guard in proxy.ts rejects ended sessions, because the bundles of a process share the store.
            [
              ".pages({ signIn: '/login' })",
              ".pages({ signIn: '/login' })\n  .options({ signOut: 'local' })",
            ],
          )
          edit(folder, 'app/page.tsx', [
            "signOut({ redirectTo: '/' })",
            `signOut({ redirectTo: '${AFTERWARDS}', provider: true })`,
          ])
        },
      },
    ),
  start: (build, port, variables) => build.start(port, variables),
})

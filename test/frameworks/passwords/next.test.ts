import { edit } from '../support/edit.js'
import { buildNext } from '../support/next-application.js'
import { configuration } from './configuration.js'
import { passwordsSuite } from './suite.js'

passwordsSuite({
  name: 'Next.js',
  routes: '/api/auth',
  build: () => buildNext({}, { change: (folder) => edit(folder, 'auth.ts', ...configuration) }),
  start: (build, port, variables) => build.start(port, variables),
})

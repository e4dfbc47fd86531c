import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { github } from 'authwright/providers/github'
import { testAuth } from 'authwright/testing'
import { application } from './application.mjs'
import { tenTests } from './tests.mjs'

const auth = createAuth()
  .provider(github({ clientId: 'client', clientSecret: 'secret' }))
  .adapter(memory())
  .session({ strategy: 'database' })
  .options({ secret: 'only for tests: thirty-two characters' })
  .build()
const serve = application(auth.auth, auth.handler)
const as = testAuth(auth)

tenTests(async (name) => {
  const user = await as({ user: { name } })
  return async (path) => (await serve(user.request(path))).text()
})

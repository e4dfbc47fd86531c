import { optional } from '../optional.mjs'
import { application } from './application.mjs'
import { tenTests } from './tests.mjs'

const { betterAuth } = await optional('better-auth')
const { memoryAdapter } = await optional('better-auth/adapters/memory')
const { testUtils } = await optional('better-auth/plugins')
const auth = betterAuth({
  baseURL: 'http://localhost',
  secret: 'only for tests: thirty-two characters',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  socialProviders: { github: { clientId: 'client', clientSecret: 'secret' } },
  plugins: [testUtils()],
  telemetry: { enabled: false },
})
const serve = application(({ headers }) => auth.api.getSession({ headers }), auth.handler)
const { test } = await auth.$context

tenTests(async (name) => {
  const user = await test.saveUser(test.createUser({ name, email: `${crypto.randomUUID()}@example.com` }))
  const headers = await test.getAuthHeaders({ userId: user.id })
  return async (path) => (await serve(new Request(new URL(path, 'http://localhost'), { headers }))).text()
})

import { expect, test } from 'vitest'
import { auth } from './auth'
import config from './cypress.config'

// Cypress is not installed, because npm does not provide its program. The test calls the plugin function and the command. They exchange
// JSON, as in Cypress.
const asJson = (value) => JSON.parse(JSON.stringify(value))

test('the Cypress command sets the cookies of a signed-in user with cy.setCookie()', async () => {
  const [tasks, commands, cookies] = [{}, {}, []]
  config.e2e.setupNodeEvents((event, handlers) => Object.assign(tasks, event === 'task' && handlers))
  globalThis.Cypress = { Commands: { add: (name, run) => Object.assign(commands, { [name]: run }) } }
  let done
  globalThis.cy = {
    task: (name, argument) => ({
      // biome-ignore lint/suspicious/noThenProperty: a command of Cypress has this method.
      then(run) {
        done = tasks[name](asJson(argument)).then((result) => {
          expect(asJson(result)).toStrictEqual(result)
          run(asJson(result))
        })
      },
    }),
    setCookie: (name, value, options) => cookies.push({ name, value, ...options }),
  }
  await import('./cypress/support/commands.js')
  commands.signIn({ name: 'Ada', role: 'admin' })
  await done
  expect(cookies).toContainEqual({
    name: 'authwright.session-token',
    value: expect.any(String),
    domain: 'localhost',
    path: '/',
    expiry: expect.any(Number),
    hostOnly: true,
    httpOnly: true,
    secure: false,
    sameSite: 'lax',
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await auth.auth(new Request('http://localhost:3000/', { headers: { cookie } }))
  expect(session).toMatchObject({ user: { name: 'Ada' }, role: 'admin' })
})

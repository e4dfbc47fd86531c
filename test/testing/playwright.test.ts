import { expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'
import { type StorageState, signedIn, storageStateOf } from '../../src/testing/playwright.js'
import { testAuth } from '../../src/testing.js'

const auth = createAuth()
  .provider(github())
  .options({ secret: 'a secret of more than thirty-two characters' })
  .build()

/** The initial storage state of a browser context of Playwright. */
async function stateOf(signedInAs: { name: string } | undefined): Promise<StorageState> {
  const states: StorageState[] = []
  const { storageState } = signedIn(auth, { url: 'http://localhost:3000' })
  await storageState({ signedInAs }, async (state) => void states.push(state))
  const [state] = states
  if (!state) throw new Error('The fixture had no value.')
  return state
}

test('the option signedInAs starts a browser context as a user', async () => {
  const { cookies } = await stateOf({ name: 'Ada' })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await auth.auth(new Request('http://localhost:3000/', { headers: { cookie } }))
  expect(session?.user.name).toBe('Ada')
  expect(cookies.every(({ domain, path }) => domain === 'localhost' && path === '/')).toBe(true)
})

test('without the option signedInAs, a browser context starts without cookies', async () => {
  expect(await stateOf(undefined)).toEqual({ cookies: [], origins: [] })
  expect(signedIn(auth).signedInAs).toEqual([undefined, { option: true }])
})

test('storageStateOf() returns the storage state of a user', async () => {
  const ada = await testAuth(auth)()
  expect(storageStateOf(ada)).toEqual({ cookies: ada.cookies, origins: [] })
})

import { object, string } from 'valibot'
import { describe, expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import { github } from '../../src/providers/github.js'

const provider = github({ clientId: 'id', clientSecret: 'secret' })
const options = { secret: 'a secret of more than thirty-two characters', trustHost: true }
const flow = { data: object({ invitation: string() }) }
const request = new Request('https://app.example/join', { method: 'POST' })

describe.each([
  ['steps', () => createAuth().provider(provider).flow(flow).options(options).build()],
  ['an object', () => createAuth({ ...options, providers: [provider], flow }).build()],
  ['a function', () => createAuth(() => ({ ...options, providers: [provider], flow })).build()],
])('the data of a flow, configured by %s', (_, built) => {
  test('flow data that matches the schema starts a sign-in', async () => {
    const { url } = await built().signIn('github', { request, state: { invitation: 'abc' } })
    expect(new URL(url).host).toBe('github.com')
  })

  test('flow data that does not match the schema is rejected', async () => {
    const state = { invitation: 5 } as never
    await expect(built().signIn('github', { request, state })).rejects.toThrow('does not match the schema')
  })
})

test('the schema of flow data must be a Standard Schema', () => {
  const given = { ...options, providers: [provider], flow: { data: { invitation: 'string' } } }
  expect(() => createAuth(given as never).build()).toThrow('`flow.data` must be a Standard Schema')
})

test('flow data that JSON cannot represent is rejected', async () => {
  const built = createAuth().provider(provider).flow(flow).options(options).build()
  const state = { invitation: 1n } as never
  await expect(built.signIn('github', { request, state })).rejects.toThrow('cannot be converted to JSON')
})

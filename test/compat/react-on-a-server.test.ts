import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getProviders } from '../../src/compat/react.js'

const names = ['AUTH_URL', 'NEXTAUTH_URL', 'NEXTAUTH_URL_INTERNAL', 'VERCEL_URL']

beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function site(): Promise<string> {
  const server = createServer((request, response) => response.end(JSON.stringify({ path: request.url })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['AUTH_URL', '', '/api/auth/providers'],
  ['AUTH_URL', '/shop/api/auth/', '/shop/api/auth/providers'],
  ['NEXTAUTH_URL', '', '/api/auth/providers'],
  ['NEXTAUTH_URL_INTERNAL', '/', '/api/auth/providers'],
])('a server renders a list of providers by the URL in %s%s', async (name, path, wanted) => {
  vi.stubEnv(name, (await site()) + path)
  expect(await getProviders()).toEqual({ path: wanted })
})

test('NEXTAUTH_URL_INTERNAL has precedence over AUTH_URL', async () => {
  vi.stubEnv('AUTH_URL', 'http://127.0.0.1:1')
  vi.stubEnv('NEXTAUTH_URL_INTERNAL', await site())
  expect(await getProviders()).toEqual({ path: '/api/auth/providers' })
})

test('an empty variable is ignored', async () => {
  vi.stubEnv('AUTH_URL', '')
  vi.stubEnv('NEXTAUTH_URL', await site())
  expect(await getProviders()).toEqual({ path: '/api/auth/providers' })
})

test('VERCEL_URL is used with https', async () => {
  vi.stubEnv('VERCEL_URL', 'app-1.vercel.app')
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}))
  await getProviders()
  expect(String(fetched.mock.calls[0]?.[0])).toBe('https://app-1.vercel.app/api/auth/providers')
})

test('a server without a URL gets no providers, and the reason is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await getProviders()).toBeNull()
  expect(String(logged.mock.calls[0]?.[0])).toContain('AUTH_URL is missing.')
})

test.each(['app.example.com', 'localhost:3000'])('the log names the invalid URL %s', async (url) => {
  vi.stubEnv('AUTH_URL', url)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await getProviders()).toBeNull()
  expect(String(logged.mock.calls[0]?.[0])).toContain(`'${url}' is not an HTTP URL. Set AUTH_URL`)
})

test.each(['NEXTAUTH_URL_INTERNAL', 'NEXTAUTH_URL'])(
  'the log names %s if its URL is invalid',
  async (name) => {
    vi.stubEnv(name, 'app.example.com')
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await getProviders()).toBeNull()
    expect(String(logged.mock.calls[0]?.[0])).toContain(`Set ${name} to the URL of the site`)
  },
)

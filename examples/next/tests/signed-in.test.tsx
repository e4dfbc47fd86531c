import { testAuth } from 'authwright/testing'
import { authMatchers, inNextRequest } from 'authwright/testing/vitest'
import { NextRequest } from 'next/server'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { GET as getMe } from '../app/api/me/route'
import { GET as getWrapped } from '../app/api/wrapped/route'
import Inside from '../app/inside/page'
import Home from '../app/page'
import { auth, signOut, unstable_update } from '../auth'
import { getServerSideProps } from '../pages/older'
import { proxy } from '../proxy'

expect.extend(authMatchers)

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })
const signedOut = (path: string) =>
  new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } })

describe('pages', () => {
  test('the start page greets the user', async () => {
    const { result } = await inNextRequest(ada.request('/'), Home)
    expect(renderToStaticMarkup(result)).toContain('<h1>Hello Ada</h1>')
  })

  test('the start page shows a sign-in link to a user who is signed out', async () => {
    const { result } = await inNextRequest(signedOut('/'), Home)
    expect(renderToStaticMarkup(result)).toContain('<h1>Not signed in</h1>')
  })

  test('the page /inside shows the nickname that the callbacks add', async () => {
    const { result } = await inNextRequest(ada.request('/inside'), Inside)
    expect(renderToStaticMarkup(result)).toContain('known as <span id="nickname">nobody yet</span>')
  })

  test('the page /inside redirects a user who is signed out', async () => {
    await expect(inNextRequest(signedOut('/inside'), Inside)).rejects.toRedirectToSignIn({ page: '/login' })
  })

  test('a page of the Pages Router shows the name of the user', async () => {
    const { headers } = ada.request('/older')
    const req = { headers: Object.fromEntries(headers), method: 'GET', url: '/older' }
    const res = { getHeader: () => undefined, setHeader: () => res, appendHeader: () => res }
    expect(await getServerSideProps({ req, res } as never)).toEqual({ props: { name: 'Ada' } })
  })
})

describe('route handlers', () => {
  test('route handlers respond with the name of the user', async () => {
    const { result } = await inNextRequest(ada.request('/api/me'), getMe)
    expect(await result.json()).toEqual({ name: 'Ada' })
  })

  test('a handler wrapped by auth() can read the session from the request', async () => {
    const response = await getWrapped(new NextRequest(ada.request('/api/wrapped')), {} as never)
    expect(await response?.json()).toEqual({ name: 'Ada' })
  })
})

describe('proxy.ts', () => {
  test('proxy.ts lets a signed-in user pass', async () => {
    const response = await proxy(new NextRequest(ada.request('/guarded')), {} as never)
    expect(response?.headers.get('x-middleware-next')).toBe('1')
  })

  test('proxy.ts redirects a user who is signed out', async () => {
    const response = await proxy(new NextRequest(signedOut('/guarded')), {} as never)
    expect(response).toRedirectToSignIn({ page: '/login' })
  })
})

describe('server actions', () => {
  const action = { method: 'POST', headers: { 'next-action': '1' } }

  test('a server action changes the nickname in the session', async () => {
    const request = ada.request('/inside', action)
    const { cookies } = await inNextRequest(request, () => unstable_update({ nickname: 'Countess' }))
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { result } = await inNextRequest(new Request(signedOut('/'), { headers: { cookie } }), Home)
    expect(renderToStaticMarkup(result)).toContain('<p id="nickname">Countess</p>')
  })

  test('a server action signs the user out', async () => {
    const { cookies } = await inNextRequest(ada.request('/', action), () => signOut({ redirect: false }))
    expect(cookies).toContainEqual({ name: 'authwright.session-token', value: '' })
  })
})

import { expect, test } from 'vitest'
import { SITE, sendRaw, type WireRequest } from '../running-application.js'
import { leadsTo, type UserAgents } from './user-agents.js'

/** A request with a host other than that of the application. */
export function hostRows({ application, at, newBrowser }: UserAgents): void {
  test.each<[string, (target: string) => Omit<WireRequest, 'method' | 'body'>]>([
    ['Host', (target) => ({ target, headers: { host: 'evil.com' } })],
    ['X-Forwarded-Host', (target) => ({ target, headers: { 'x-forwarded-host': 'evil.com' } })],
    ['Forwarded', (target) => ({ target, headers: { forwarded: 'host=evil.com;proto=http' } })],
    ['the request line', (target) => ({ target: `http://evil.com${target}` })],
    [
      'the request line and Host',
      (target) => ({ target: `http://evil.com${target}`, headers: { host: 'evil.com' } }),
    ],
  ])('HH-1: a host named in %s is in no URL of the response', async (_, disguise) => {
    const browser = newBrowser()
    const csrfToken = await browser.csrfToken()
    const ask = (target: string, form?: Record<string, string>): Promise<Response> => {
      const disguised = disguise(target)
      const headers = { ...disguised.headers, cookie: browser.jar.header }
      if (!form) return sendRaw(application(), { ...disguised, headers })
      const type = 'application/x-www-form-urlencoded'
      const body = new URLSearchParams({ csrfToken, ...form }).toString()
      const sent = { ...headers, origin: SITE, 'content-type': type }
      return sendRaw(application(), { ...disguised, method: 'POST', headers: sent, body })
    }
    const provider = `signin/${application().providerId}`
    const answers = [
      await ask(at('providers')),
      await ask(`${at('signin')}?callbackUrl=/x`),
      await ask(at(provider)),
      await ask(at(`callback/${application().providerId}?code=x&state=y`)),
      await ask(at('signout')),
      await ask(at('callback/credentials'), { ...application().credentials, callbackUrl: '/x' }),
      await ask(at(provider), { callbackUrl: '/x' }),
    ]
    for (const response of answers) {
      expect(response.status).toBeLessThan(500)
      if (isEcho(response)) continue
      const shown = `${[...response.headers].join('\n')}\n${await response.text()}`
      expect(shown).not.toContain('evil.com')
      expect(shown).not.toContain(`localhost:${application().port}`)
    }
    const started = answers.at(-1) as Response
    if (started.status >= 400 || isEcho(started)) return
    const redirectUri = new URL(leadsTo(started)).searchParams.get('redirect_uri')
    expect(redirectUri).toBe(SITE + at(`callback/${application().providerId}`))
  })
}

/**
 * Whether Next.js redirects to the complete URL in the request line, before the application receives the
 * request. No browser can be made to send such a request, and no proxy passes one on.
 */
function isEcho({ status, headers }: Response): boolean {
  return (
    status === 308 &&
    headers.get('location')?.startsWith('http://evil.com/') === true &&
    headers.getSetCookie().length === 0
  )
}

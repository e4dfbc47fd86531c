import { expect, test } from 'vitest'
import { SITE } from '../running-application.js'
import { leadsTo, type UserAgents } from './user-agents.js'

/** Redirects to a target that the browser chose, in every way in which it can send one. */
export function redirectRows({ application, at, newBrowser, enter, enterByProvider }: UserAgents): void {
  const channels: Record<string, (target: string) => Promise<string>> = {
    async 'the address'(target) {
      const page = await newBrowser().send(`${at('signin')}?callbackUrl=${encodeURIComponent(target)}`)
      const location = page.headers.get('location')
      if (location !== null) return new URL(location, SITE).searchParams.get('callbackUrl') ?? ''
      return /name="callbackUrl" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
    },
    'a form': async (target) => leadsTo(await enter(newBrowser(), { callbackUrl: target })),
    async JSON(target) {
      const browser = newBrowser()
      const { credentials } = application()
      const body = { csrfToken: await browser.csrfToken(), callbackUrl: target, ...credentials }
      const done = await browser.send(at('callback/credentials'), {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: SITE },
      })
      expect(await browser.session()).toMatchObject({ user: {} })
      return leadsTo(done)
    },
    'a flow': async (target) => leadsTo(await enterByProvider(newBrowser(), target)),
    async 'a sign-out'(target) {
      const browser = newBrowser()
      await enter(browser)
      const done = await browser.post(at('signout'), { callbackUrl: target })
      expect(await browser.session()).toBeNull()
      return leadsTo(done)
    },
  }

  const targets = [
    ['RD-1', '/a?b=c#d', '/a?b=c#d'],
    ['RD-13', '/x%0d%0aSet-Cookie:a=b', undefined],
    ['RD-13', '/x\r\nSet-Cookie:a=b', undefined],
    ['RD-14', '/日本語?q=é', '/%E6%97%A5%E6%9C%AC%E8%AA%9E?q=%C3%A9'],
    ['RD-14', '/\ufffd', '/%EF%BF%BD'],
    ['RD-14', '/%ff', '/%ff'],
  ] as const
  const cases = Object.keys(channels).flatMap((channel) =>
    targets.map(([row, target, expected]) => [row, target, channel, expected] as const),
  )

  test.each(cases)('%s: a target %j by %s', async (_, target, channel, expected) => {
    const send = channels[channel] as (target: string) => Promise<string>
    // An invalid callback URL must not redirect to another site.
    const home = await send('https://evil.com/')
    expect(new URL(home).origin).toBe(SITE)
    expect(await send(target)).toBe(expected === undefined ? home : SITE + expected)
  })
}

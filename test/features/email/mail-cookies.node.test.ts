import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

/*
 * A browser that requests a mail twice must not see in its cookies whether the first mail was sent. All e-mail addresses here have the same
 * length.
 */

const KNOWN = 'known@example.com'
const UNKNOWN = 'other@example.com'
const REFUSED = 'never@example.com'
const LIMITED = 'limit@example.com'
const PAUSE_SECONDS = 30

type Parts = Pick<AppOptions, 'signUp' | 'callbacks' | 'flow'>

/** An application with a known user. Its clock does not move until `pause` is called. */
async function start(parts: Parts, limits: AuthOptions['limits'] = {}) {
  let now = Date.now()
  const adapter = memory()
  await adapter.createUser({ email: KNOWN, emailVerified: new Date(0) })
  const box = mailbox()
  const { handle } = app({
    providers: [box.provider],
    adapter,
    clock: () => now,
    options: { secret: SECRET, limits },
    ...parts,
  })
  /** Requests a mail and returns the cookies of the response: name, length of the value, and attributes. */
  const request = async (browser: Browser, email: string, more = ''): Promise<readonly string[]> => {
    const state = JSON.stringify({ plan: `team${more}` })
    const form = { email, callbackUrl: `/inside?${more}`, ...(parts.flow && { state }) }
    const response = await browser.post('/auth/signin/mail', form)
    expect(response.status).toBe(302)
    return response.headers
      .getSetCookie()
      .map((line) => line.replace(/=([^;]*)/, (_, value: string) => `=${value.length}`))
  }
  return {
    box,
    request,
    /** One browser requests two mails, with a pause between. */
    async twice(email: string) {
      const browser = new Browser(handle)
      const first = await request(browser, email)
      now += PAUSE_SECONDS * 1000
      const second = await request(browser, email, 'q'.repeat(300))
      now -= PAUSE_SECONDS * 1000
      return { first, second }
    },
    browser: () => new Browser(handle),
  }
}

const refusing: readonly (readonly [string, Parts])[] = [
  ['closed sign-ups', { signUp: 'closed' }],
  ['a sign-up policy that refuses', { signUp: () => false }],
  ['callbacks.signIn that refuses', { callbacks: { signIn: ({ user }) => user.email === KNOWN } }],
  [
    'closed sign-ups and data of the sign-in',
    { signUp: 'closed', flow: { data: v.object({ plan: v.string() }) } },
  ],
]

describe('two requests for a mail from one browser', () => {
  test.each(refusing)(
    'with %s, the cookies after two requests for a mail are the same for known and refused e-mail addresses',
    async (_, parts) => {
      const { box, twice } = await start(parts)
      const known = await twice(KNOWN)
      expect(known.first.join()).toMatch(/=\d+.*; Max-Age=3600/i)
      for (const email of [UNKNOWN, REFUSED]) expect(await twice(email)).toEqual(known)
      expect(box.mails.map(({ to }) => to)).toEqual([KNOWN, KNOWN])
    },
  )

  test('the cookies after two requests for a mail are the same if a mail limit was already reached', async () => {
    const { box, browser, request, twice } = await start({}, { mailsPerRecipient: { max: 2, window: 900 } })
    for (let mail = 0; mail < 2; mail++) await request(browser(), LIMITED)
    const known = await twice(KNOWN)
    for (const email of [UNKNOWN, LIMITED]) expect(await twice(email)).toEqual(known)
    expect(box.mails.map(({ to }) => to)).toEqual([LIMITED, LIMITED, KNOWN, KNOWN, UNKNOWN, UNKNOWN])
  })

  test.each(refusing)(
    'with %s, the cookies after two requests for a mail are the same if the first one reaches a mail limit',
    async (_, parts) => {
      const { box, twice } = await start(parts, { mailsPerRecipient: { max: 1, window: 900 } })
      const known = await twice(KNOWN)
      for (const email of [UNKNOWN, REFUSED]) expect(await twice(email)).toEqual(known)
      expect(known).toEqual(await (await start(parts)).twice(KNOWN))
      expect(box.mails.map(({ to }) => to)).toEqual([KNOWN])
    },
  )
})

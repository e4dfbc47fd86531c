import { expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'

function start(redirect: (url: string) => unknown) {
  const made = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    callbacks: { redirect: (({ url }: { url: string }) => redirect(url)) as never },
  })
  const browser = new Browser(made.handle)
  const signIn = async (callbackUrl: string): Promise<string> =>
    locationOf(await browser.post('/auth/callback/credentials', { callbackUrl })).href
  return { signIn, warned: made.warned, logged: made.logged }
}

test('a redirect to another site is logged, once an origin and without what its address holds', async () => {
  const { signIn, warned } = start((url) => url)
  expect(await signIn('/inside')).toBe('https://app.test/inside')
  expect(warned).toEqual([])
  expect(await signIn('https://evil.test/?token=a-secret')).toBe('https://evil.test/?token=a-secret')
  await signIn('https://evil.test/another')
  await signIn('https://partner.test/')
  expect(warned.map((line) => /^([\w-]+): .*(https:\/\/[\w.]+)\. /.exec(line)?.slice(1))).toEqual([
    ['redirect-to-another-site', 'https://evil.test'],
    ['redirect-to-another-site', 'https://partner.test'],
  ])
  expect(warned.join()).not.toContain('a-secret')
})

test('many origins do not keep one out of the log', async () => {
  const { signIn, warned } = start((url) => url)
  for (let count = 0; count < 150; count++) await signIn(`https://junk-${count}.test/`)
  await signIn('https://evil.test/')
  expect(warned.at(-1)).toContain('https://evil.test')
})

test.each([['javascript:alert(1)'], ['nowhere'], [undefined], [7], [null]])(
  'what is no address of a web page, such as %j, is logged and leads home',
  async (chosen) => {
    const { signIn, warned } = start(() => chosen)
    expect(await signIn('/inside')).toBe('https://app.test/')
    expect(warned).toHaveLength(1)
    expect(warned[0]).toMatch(
      /^redirect-refused: `callbacks.redirect` returned a (?:string|value of type \w+) /,
    )
  },
)

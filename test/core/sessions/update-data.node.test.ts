import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

function start() {
  const given: unknown[] = []
  const made = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    callbacks: {
      jwt: (context) => {
        if (context.trigger === 'update') given.push(context.session)
        return context.token
      },
    },
  })
  const browser = new Browser(made.handle)
  const update = async (data: string): Promise<number> => {
    const body = `{"csrfToken":"${await browser.csrfToken()}","data":${data}}`
    const headers = { origin: browser.origin, 'content-type': 'application/json' }
    return (await browser.send('/auth/session', { method: 'POST', body, headers })).status
  }
  /** As a server function of a framework does. */
  const updateOnServer = (data: unknown): Promise<unknown> =>
    made.update(data, {
      request: new Request('https://app.test/', { headers: { cookie: browser.jar.header } }),
    })
  return { browser, given, update, updateOnServer, signIn: () => browser.post('/auth/callback/credentials') }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('the data of an update', () => {
  test('has no member that is taken for a prototype, at any depth', async () => {
    const { given, update, updateOnServer, signIn } = start()
    await signIn()
    const data = '{"__proto__":{"isAdmin":true},"a":[{"__proto__":{"isAdmin":true},"b":1}],"constructor":"x"}'
    expect(await update(data)).toBe(200)
    await updateOnServer(JSON.parse(data))
    expect(given).toHaveLength(2)
    for (const received of given) {
      expect(JSON.stringify(received)).toBe('{"a":[{"b":1}],"constructor":"x"}')
      expect(Object.assign({}, received)).not.toHaveProperty('isAdmin')
    }
    expect({}).not.toHaveProperty('isAdmin')
  })

  test.each([
    ['32 levels', 200, nested(32)],
    ['33 levels', 400, nested(33)],
    ['20,000 levels', 400, nested(20_000)],
    ['9,000 values', 200, JSON.stringify(Array.from({ length: 9_000 }, () => 1))],
    ['10,001 values', 400, JSON.stringify(Array.from({ length: 10_001 }, () => 1))],
    ['60,000 characters', 200, JSON.stringify('x'.repeat(60_000))],
    ['70,000 characters', 400, JSON.stringify('x'.repeat(70_000))],
    ['70,000 characters in names', 400, JSON.stringify({ ['x'.repeat(70_000)]: 1 })],
  ])('with %s is answered %i', async (_, status, data) => {
    const { given, update, updateOnServer, signIn } = start()
    await signIn()
    expect(await update(data)).toBe(status)
    expect(given).toHaveLength(status === 200 ? 1 : 0)
    const onServer = updateOnServer(JSON.parse(data))
    if (status === 200) await onServer
    else await expect(onServer).rejects.toMatchObject({ type: 'InvalidRequest' })
    expect(given).toHaveLength(status === 200 ? 2 : 0)
  })
})

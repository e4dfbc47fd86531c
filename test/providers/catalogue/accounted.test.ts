import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueIds } from './catalogue-ids.js'

interface Ended {
  readonly name: string
  readonly since: string
  readonly instead: string
  readonly source: string
}

const catalogue = JSON.parse(
  readFileSync(new URL('../../../docs/providers/catalogue.json', import.meta.url), 'utf8'),
) as { ended: Record<string, Ended> }

/** Options without which the function of a provider throws. */
const required: Readonly<Record<string, unknown>> = {
  credentials: { input: { name: {} }, authorize: () => null },
  email: { sendVerificationRequest: () => undefined },
  loops: { from: 'sign-in@example.com', transactionalId: 'id' },
  netsuite: { accountId: '1', userinfo: 'https://1.restlets.api.netsuite.com/me' },
  nodemailer: { server: 'smtp://localhost', from: 'sign-in@example.com' },
}
const from = { from: 'sign-in@example.com' }

/** The provider ids that the functions of a module return. */
async function builtIds(id: string): Promise<unknown[]> {
  const module: Record<string, unknown> = await import(`../../../src/providers/${id}.ts`)
  return Object.values(module).flatMap((factory) =>
    typeof factory === 'function' ? [factory(required[id] ?? from).id] : [],
  )
}

test('every id of the catalogue has a provider, or is retired with a date and a replacement', async () => {
  const built: string[] = []
  for (const id of catalogueIds) {
    const ended = catalogue.ended[id]
    if (!ended) {
      expect(await builtIds(id), id).toContain(id)
      built.push(id)
      continue
    }
    expect(ended, id).toEqual({
      name: expect.any(String),
      since: expect.stringMatching(/20\d\d/),
      instead: expect.any(String),
      source: expect.stringMatching(/^https:/),
    })
  }
  expect(new Set(catalogueIds).size).toBe(104)
  expect(built.length + Object.keys(catalogue.ended).length).toBe(104)
})

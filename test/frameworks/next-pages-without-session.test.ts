/**
 * The example of Next.js with a layout that reads no session. Pages without a session are prerendered, and
 * each fetches the session in the browser.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, until } from '../e2e/support/processes.js'
import { signInAsAda } from './support/ada.js'
import { edit } from './support/edit.js'
import type { FrameworkServer } from './support/framework-process.js'
import { useNext } from './support/next-suite.js'

const ROUTE = `
import { auth } from '../../../auth'

export async function GET() {
  const session = await auth()
  return Response.json({ name: session?.user.name ?? null, once: session === (await auth()) })
}
`

/** A route below /api, because the proxy of the example extends sessions only on other paths. */
const ACTING_PAGE = `
import { auth } from '../../../auth'

export default function Acting() {
  return (
    <form
      action={async () => {
        'use server'
        await auth()
      }}
    >
      <button type="submit">Act</button>
    </form>
  )
}
`

const suite = useNext(
  {},
  {
    change(folder) {
      const layout = 'app/layout.tsx'
      edit(folder, layout, ['session={session}', ''])
      edit(folder, layout, ['const session = await auth()', ''])
      edit(folder, layout, ["import { auth } from '../auth'", "import Link from 'next/link'"])
      edit(folder, layout, [
        '<Who />',
        '<Who /> <Link href="/">Home</Link> <Link href="/api/acting">Acting</Link>',
      ])
      write(path.join(folder, 'app/api/plain/route.ts'), ROUTE)
      write(path.join(folder, 'app/api/acting/page.tsx'), ACTING_PAGE)
    },
  },
)

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test('client components show the new session without a page load after a server action signs in or out', async () => {
  const { site } = suite
  const page = await suite.visit()
  await page.goto(`${site}/login`)
  await page.locator('#who', { hasText: 'unauthenticated' }).waitFor()
  await page.evaluate('globalThis.marked = true')
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('analytical engine')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#who', { hasText: 'Ada (nobody yet)' }).waitFor()
  await page.getByLabel('Nickname').fill('Countess')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.locator('#who', { hasText: 'Ada (Countess)' }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('#who', { hasText: 'unauthenticated' }).waitFor()
  expect(await page.evaluate('globalThis.marked')).toBe(true)
})

test('after a sign-out, the back button within the application shows no signed-in user', async () => {
  const { site } = suite
  const page = await suite.visit()
  await signInAsAda(page, site)
  await page.getByRole('link', { name: 'Acting' }).click()
  await page.getByRole('button', { name: 'Act' }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Act' }).waitFor()
  await page.locator('#who', { hasText: 'unauthenticated' }).waitFor()
})

test('a page from the back/forward cache shows no ended session', async () => {
  const { site } = suite
  const page = await suite.visit()
  await signInAsAda(page, site)
  // The page is prerendered, so the browser may cache it.
  await page.goto(`${site}/guarded`)
  await page.locator('#who', { hasText: 'Ada (nobody yet)' }).waitFor()
  await page.goto(site)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
  await page.locator('#who', { hasText: 'unauthenticated' }).waitFor()
})

/** When the cookie of the session ends, in seconds. */
async function expiryAt(page: Page): Promise<number> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name.includes('session-token'))?.expires ?? 0
}

describe('with sessions that are extended after a second', () => {
  let server: FrameworkServer
  let site: string

  beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    site = `http://localhost:${port}`
    server = await suite.build.start(port, { ...suite.variables(), SESSION_UPDATE_AGE: '1' })
  })
  afterAll(() => server?.stop())

  test('auth() reads and extends the session once in a route handler that is not wrapped', async () => {
    const page = await suite.visit()
    await signInAsAda(page, site)
    for (let time = 0; time < 3; time++) {
      const before = await expiryAt(page)
      expect(before).toBeGreaterThan(0)
      await until('a route handler extends the session', async () => {
        const response = await page.request.get(`${site}/api/plain`)
        expect(await response.json()).toEqual({ name: 'Ada', once: true })
        const set = response.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
        expect(set.length).toBeLessThanOrEqual(1)
        return (await expiryAt(page)) > before
      })
    }
  })

  test('auth() extends the session in a server action', async () => {
    const page = await suite.visit()
    await signInAsAda(page, site)
    await page.goto(`${site}/api/acting`)
    for (let time = 0; time < 3; time++) {
      const before = await expiryAt(page)
      expect(before).toBeGreaterThan(0)
      await until('a server action extends the session', async () => {
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')
        await page.getByRole('button', { name: 'Act' }).click()
        expect((await answered).status()).toBe(200)
        return (await expiryAt(page)) > before
      })
    }
    await page.goto(`${site}/inside`)
    await page.locator('#who', { hasText: 'Ada' }).waitFor()
  })

  test('the proxy extends the session for a page, but not for prefetches', async () => {
    const page = await suite.visit()
    await signInAsAda(page, site)
    const fetched = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
    const ahead = {
      ...fetched,
      rsc: '1',
      'next-router-prefetch': '1',
      'next-router-segment-prefetch': '/_tree',
    }
    const cookieSetAt = async (headers: Record<string, string>): Promise<boolean> => {
      const response = await page.request.get(`${site}/guarded`, { headers })
      expect(response.ok()).toBe(true)
      return response.headers()['set-cookie']?.includes('session-token') ?? false
    }
    await until('a page extends the session', async () => {
      expect(await cookieSetAt(ahead)).toBe(false)
      return cookieSetAt({ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })
    })
  })
})

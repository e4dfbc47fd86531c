/** The pattern of docs/next.md, in Next.js with and without `cacheComponents`. */
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { enterPassword } from './support/ada.js'
import { edit } from './support/edit.js'
import { useNext } from './support/next-suite.js'

const patience = 240_000

const HOME = `import { Suspense } from 'react'
import { auth, signOut } from '../auth'

async function Greeting() {
  const session = await auth()
  return <p id="greeting">{session ? \`Hello \${session.user.name}\` : 'Not signed in'}</p>
}

export default function Home() {
  return (
    <main>
      <h1>Welcome</h1>
      <Suspense fallback={<p>…</p>}>
        <Greeting />
      </Suspense>
      <form
        action={async () => {
          'use server'
          await signOut({ redirectTo: '/' })
        }}
      >
        <button type="submit">Sign out</button>
      </form>
    </main>
  )
}
`

const INSIDE = `import { Suspense } from 'react'
import { auth } from '../../auth'

async function Kept() {
  const session = await auth.protect({ redirectTo: '/inside' })
  return <p id="kept">{session.user.name}</p>
}

export default function Inside() {
  return (
    <Suspense fallback={<p>…</p>}>
      <Kept />
    </Suspense>
  )
}
`

describe.each([true, false])('cacheComponents: %s', (cacheComponents) => {
  const suite = useNext(
    {},
    {
      change(folder) {
        edit(folder, 'next.config.ts', [
          'const config: NextConfig = {',
          `const config: NextConfig = { cacheComponents: ${cacheComponents},`,
        ])
        edit(folder, 'app/layout.tsx', ['session={session}', ''])
        edit(folder, 'app/layout.tsx', ['const session = await auth()', ''])
        edit(folder, 'app/layout.tsx', ["import { auth } from '../auth'", ''])
        edit(folder, 'app/login/page.tsx', ['export default async function Login', 'async function Login'])
        edit(folder, 'app/login/page.tsx', [
          "import { redirect } from 'next/navigation'",
          "import { redirect } from 'next/navigation'\nimport { Suspense } from 'react'",
        ])
        edit(folder, 'app/login/page.tsx', [
          'async function Login',
          'export default function LoginPage(props: { searchParams: Promise<Record<string, string | undefined>> }) {\n  return <Suspense><Login {...props} /></Suspense>\n}\n\nasync function Login',
        ])
        writeFileSync(path.join(folder, 'app/page.tsx'), HOME)
        writeFileSync(path.join(folder, 'app/inside/page.tsx'), INSIDE)
        rmSync(path.join(folder, 'app/account'), { recursive: true })
      },
    },
  )

  test(
    'the proxy redirects a signed-out user to the sign-in page with status 307',
    async () => {
      const response = await fetch(`${suite.site}/guarded`, {
        redirect: 'manual',
        headers: { accept: 'text/html' },
      })
      expect(response.status).toBe(307)
      expect(
        new URL(response.headers.get('location') ?? '', suite.site).searchParams.get('callbackUrl'),
      ).toContain('/guarded')
    },
    patience,
  )

  test(
    'content that depends on the session is streamed after a sign-in, until the sign-out',
    async () => {
      const { site } = suite
      const page = await suite.visit()
      await page.goto(`${site}/guarded`)
      await enterPassword(page)
      await page.getByRole('heading', { name: 'Guarded by proxy.ts' }).waitFor()
      await page.locator('#who', { hasText: 'Ada' }).waitFor()
      await page.goto(site)
      await page.locator('#greeting:visible', { hasText: 'Hello Ada' }).waitFor()
      await page.goto(`${site}/inside`)
      await page.locator('#kept:visible', { hasText: 'Ada' }).waitFor()
      await page.goto(site)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.locator('#greeting:visible', { hasText: 'Not signed in' }).waitFor()
    },
    patience,
  )

  test(
    'protect() redirects a signed-out user to the sign-in page without sending protected content',
    async () => {
      const page = await suite.visit()
      await page.goto(`${suite.site}/inside`)
      await page.waitForURL(/\/login/)
      expect(await page.locator('#kept').count()).toBe(0)
    },
    patience,
  )

  test(
    'the HTML of the home page shows "Not signed in" to a signed-out user',
    async () => {
      const html = await (await fetch(suite.site)).text()
      expect(html).toContain('Welcome')
      expect(html).toContain('Not signed in')
    },
    patience,
  )
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../e2e/support/browser.js'
import { freePorts } from '../../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../protocol/support/real-provider.js'
import { signInAtProvider } from './ada.js'
import { addressesNamedTo } from './addresses.js'
import type { FrameworkServer } from './framework-process.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'
import { startTlsProxy, type TlsProxy, tlsProxyName } from './tls-proxy.js'

/** The example behind a proxy that ends TLS, without `ORIGIN` and without `paths.origin`. */
export function sveltekitProxySuite(major: Major): void {
  describe(`an application of SvelteKit ${major} behind ${tlsProxyName} that ends TLS`, () => {
    let browser: Browser
    let provider: RealProvider
    let build: SvelteKitBuild
    let ports: readonly number[]

    beforeAll(async () => {
      build = await buildSvelteKit({}, {}, major)
      ports = await freePorts(2)
      provider = await realProvider({
        redirect_uris: ports.map((port) => `https://app.test:${port}/auth/callback/company`),
        id_token_signed_response_alg: 'RS256',
      })
      browser = await launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1'])
    })
    afterAll(async () => {
      await browser?.close()
      await provider?.stop()
      build?.clear()
    })

    describe.each([
      [
        'sets X-Forwarded-* and is believed',
        ['X-Forwarded-Host', 'X-Forwarded-Proto'] as const,
        () => ({ AUTH_TRUST_HOST: 'true' }),
        0,
      ],
      ['tells nothing but the host, with AUTH_URL', [], (origin: string) => ({ AUTH_URL: origin }), 1],
    ])('which %s', (_, headers, told, nth) => {
      let server: FrameworkServer
      let proxy: TlsProxy

      beforeAll(async () => {
        const [target = 0] = await freePorts(1)
        proxy = await startTlsProxy('app.test', { port: ports[nth] ?? 0, target, headers })
        server = await build.start(target, {
          AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
          AUTH_COMPANY_ID: 'basic',
          AUTH_COMPANY_SECRET: CLIENT_SECRET,
          AUTH_COMPANY_ISSUER: provider.issuer,
          ...told(proxy.origin),
        })
      })
      afterAll(async () => {
        await proxy?.stop()
        await server?.stop()
      })

      test('signs in and out, and names no address but its own', async () => {
        const { origin } = proxy
        const context = await browser.newContext({ ignoreHTTPSErrors: true })
        context.setDefaultTimeout(45_000)
        const page = await context.newPage()
        const addresses = addressesNamedTo(page)
        await page.goto(`${origin}/guarded`)
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${origin}/guarded`)

        await page.goto(origin, { waitUntil: 'networkidle' })
        await page.getByRole('button', { name: 'Sign in with Company' }).click()
        await signInAtProvider(page, provider.issuer)
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
        expect(page.url()).toBe(`${origin}/inside`)
        const cookies = (await context.cookies()).filter(({ name }) => name.includes('authwright'))
        expect(cookies.map(({ name }) => name)).toContain('__Host-authwright.session-token')
        for (const cookie of cookies) {
          expect(cookie.name).toMatch(/^__Host-/)
          expect(cookie).toMatchObject({ secure: true, httpOnly: true, domain: 'app.test' })
        }

        await page.goto(origin, { waitUntil: 'networkidle' })
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
        const named = await addresses()
        expect(named).toEqual(expect.arrayContaining([origin, provider.issuer]))
        expect(named.filter((address) => /localhost|127\.0\.0\.1/.test(address))).toEqual([provider.issuer])
        await context.close()
      })
    })
  })
}

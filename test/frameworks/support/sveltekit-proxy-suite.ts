import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../e2e/support/processes.js'
import { signInAtProvider } from './ada.js'
import { addressesNamedTo } from './addresses.js'
import { useFramework } from './framework-suite.js'
import { buildSvelteKit, type Major, type SvelteKitBuild } from './sveltekit-application.js'
import { startTlsProxy, type TlsProxy, tlsProxyName } from './tls-proxy.js'

/** Tests the example behind a proxy that ends TLS, without `ORIGIN` and without `paths.origin`. */
export function sveltekitProxySuite(major: Major): void {
  describe(`an application of SvelteKit ${major} behind ${tlsProxyName} that ends TLS`, () => {
    const suite = useFramework<SvelteKitBuild>({
      routes: '/auth',
      build: () => buildSvelteKit({}, {}, major),
      start: (build, port, variables) => build.start(port, variables),
    })

    describe.each([
      [
        'sets X-Forwarded-* and is trusted',
        ['X-Forwarded-Host', 'X-Forwarded-Proto'] as const,
        () => ({ AUTH_TRUST_HOST: 'true' }),
        0,
      ],
      ['sends only the host, with AUTH_URL', [], (origin: string) => ({ AUTH_URL: origin }), 1],
    ])('the proxy %s', (_, headers, told, nth) => {
      let proxy: TlsProxy

      beforeAll(async () => {
        const [target = 0] = await freePorts(1)
        proxy = await startTlsProxy('app.test', { port: suite.proxyPorts[nth] ?? 0, target, headers })
        await suite.serve(target, told(proxy.origin))
      })
      afterAll(async () => {
        await proxy?.stop()
      })

      test('an application of SvelteKit signs in and out behind the proxy, and uses only its origin', async () => {
        const { origin } = proxy
        const page = await suite.visit()
        const addresses = addressesNamedTo(page)
        await page.goto(`${origin}/guarded`)
        expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${origin}/guarded`)

        await page.goto(origin, { waitUntil: 'networkidle' })
        await page.getByRole('button', { name: 'Sign in with Company' }).click()
        await signInAtProvider(page, suite.provider.issuer)
        await page.getByRole('heading', { name: 'Inside' }).waitFor()
        expect(page.url()).toBe(`${origin}/inside`)
        const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('authwright'))
        expect(cookies.map(({ name }) => name)).toContain('__Host-authwright.session-token')
        for (const cookie of cookies) {
          expect(cookie.name).toMatch(/^__Host-/)
          expect(cookie).toMatchObject({ secure: true, httpOnly: true, domain: 'app.test' })
        }

        await page.goto(origin, { waitUntil: 'networkidle' })
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
        const named = await addresses()
        expect(named).toEqual(expect.arrayContaining([origin, suite.provider.issuer]))
        expect(named.filter((address) => /localhost|127\.0\.0\.1/.test(address))).toEqual([
          suite.provider.issuer,
        ])
      })
    })
  })
}

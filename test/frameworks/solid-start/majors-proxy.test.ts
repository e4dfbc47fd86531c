/** The example of SolidStart on both majors behind a proxy that ends TLS, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../e2e/support/processes.js'
import { signInAtProvider } from '../support/ada.js'
import { addressesNamedTo } from '../support/addresses.js'
import { useSolidStart } from '../support/solid-start-suite.js'
import { startTlsProxy, type TlsProxy, tlsProxyName } from '../support/tls-proxy.js'

describe.each([1, 2] as const)(
  `an application of SolidStart %i behind ${tlsProxyName} that ends TLS`,
  (major) => {
    const suite = useSolidStart(major)

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
      afterAll(() => proxy?.stop())

      test.each([
        ['with JavaScript', true],
        ['without JavaScript', false],
      ])(
        'an application of SolidStart signs in and out behind a proxy and shows no other host, %s',
        async (_, javaScript) => {
          const { origin } = proxy
          const { provider, visit, open } = suite
          const page = await visit(javaScript)
          const addresses = addressesNamedTo(page)
          await open(page, `${origin}/guarded`)
          await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
          expect(page.url()).toBe(`${origin}/`)

          await page.getByRole('button', { name: 'Sign in with Company' }).click()
          await signInAtProvider(page, provider.issuer)
          await page.getByRole('heading', { name: 'Inside' }).waitFor()
          expect(page.url()).toBe(`${origin}/inside`)
          const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('authwright'))
          expect(cookies.map(({ name }) => name)).toContain('__Host-authwright.session-token')
          for (const cookie of cookies) {
            expect(cookie.name).toMatch(/^__Host-/)
            expect(cookie).toMatchObject({ secure: true, httpOnly: true, domain: 'app.test' })
          }

          await open(page, origin)
          await page.getByRole('button', { name: 'Sign out' }).click()
          await page.getByRole('heading', { name: 'Not signed in' }).waitFor()
          expect(page.url()).toBe(`${origin}/`)
          const named = await addresses()
          expect(named).toEqual(expect.arrayContaining([origin, provider.issuer]))
          expect(named.filter((address) => /localhost|127\.0\.0\.1/.test(address))).toEqual([provider.issuer])
          expect(named.filter((address) => address.startsWith('http://app.test'))).toEqual([])
        },
      )
    })
  },
)

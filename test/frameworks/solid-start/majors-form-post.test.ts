/** The example of SolidStart on both majors, built and served, with a provider that posts its response. */
import { beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../e2e/support/processes.js'
import { visit } from '../../support/oidc/user-agent.js'
import { type RunningApplication, SITE, sendRaw } from '../support/running-application.js'
import { leadsTo, userAgentsOf } from '../support/security-rows/user-agents.js'
import { useSolidStart } from '../support/solid-start-suite.js'

describe.each([1, 2] as const)(
  'an application of SolidStart %i whose provider posts its response',
  (major) => {
    const answerByForm = "idToken: false, authorization: { params: { response_mode: 'form_post' } }"
    const suite = useSolidStart(major, { edits: [['src/auth.ts', 'idToken: false', answerByForm]] })
    let application: RunningApplication

    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      const { output } = await suite.serve(port, { AUTH_URL: SITE })
      const at = { port, basePath: '/api/auth', providerId: 'company' }
      application = { ...at, provider: suite.provider, credentials: {}, output }
    })

    /**
     * Sends a form like a page of another site: the browser sends no cookie with SameSite=Lax, but sends the
     * origin of the form.
     */
    const post = (origin: string, target: string, form: URLSearchParams): Promise<Response> =>
      sendRaw(application, {
        method: 'POST',
        target,
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: form.toString(),
      })

    test('an application of SolidStart accepts a callback that the provider posts as a form', async () => {
      const browser = userAgentsOf(() => application).newBrowser()
      const started = await browser.post('/api/auth/signin/company', { callbackUrl: '/inside' })
      const { url, form } = await visit(new URL(leadsTo(started)), 'agrees')
      if (!form) throw new Error('The provider has posted nothing.')
      const posted = await post(suite.provider.issuer, url.pathname, form)
      expect(posted.headers.getSetCookie()).toEqual([])
      const own = new URL(leadsTo(posted))
      const done = await browser.send(own.pathname + own.search)
      expect(leadsTo(done)).toBe(`${SITE}/inside`)
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    })

    test('an application of SolidStart rejects a callback that another browser started', async () => {
      const { newBrowser } = userAgentsOf(() => application)
      const started = await newBrowser().post('/api/auth/signin/company', { callbackUrl: '/inside' })
      const { url, form } = await visit(new URL(leadsTo(started)), 'agrees')
      if (!form) throw new Error('The provider has posted nothing.')
      const own = new URL(leadsTo(await post(suite.provider.issuer, url.pathname, form)))
      const other = newBrowser()
      await other.send(own.pathname + own.search)
      expect(await other.session()).toBeNull()
    })

    test('an application of SolidStart rejects forms of other sites', async () => {
      const refused = await post(
        'https://evil.test',
        '/api/auth/callback/company',
        new URLSearchParams('code=x&state=y'),
      )
      const browser = userAgentsOf(() => application).newBrowser()
      const own = new URL(leadsTo(refused), SITE)
      const shown = await browser.send(own.pathname + own.search)
      expect(leadsTo(shown)).toContain('error=')
      expect(await browser.session()).toBeNull()
    })
  },
)

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../../scripts/lib/code-blocks.mjs'
import { root } from '../../../scripts/lib/root.mjs'
import { buildSvelteKit } from '../support/sveltekit-application.js'
import { AFTERWARDS, configuration } from './configuration.js'
import { accountsSuite } from './suite.js'

/** The hooks of docs/sveltekit.md, without their imports. */
const [documentedHooks = ''] = codeBlocks(readFileSync(path.join(root, 'docs/sveltekit.md'), 'utf8'))
  .filter(({ code }) => code.includes('const ownForms'))
  .map(({ code }) => code.slice(code.indexOf('const FORM')))

accountsSuite({
  name: 'SvelteKit',
  routes: '/auth',
  build: () =>
    buildSvelteKit(
      {},
      {
        'src/auth.ts': [
          ...configuration,
          [".pages({ signIn: '/login' })", ".pages({ signIn: '/login' })\n  .options({ signOut: 'local' })"],
        ],
        'src/routes/+page.svelte': [
          [
            "<SignOut options={{ redirectTo: resolve('/') }} />",
            `<SignOut options={{ redirectTo: '${AFTERWARDS}', provider: true }} />`,
          ],
          // The provider shows its sign-in form if no user is signed in there.
          [" authorizationParams={{ prompt: 'consent' }}", ''],
        ],
        'src/hooks.server.ts': [
          [
            'export const handle = sequence(authenticate, guard)',
            documentedHooks.replace('authenticate)', 'authenticate, guard)'),
          ],
        ],
        'svelte.config.js': [
          'adapter: adapter(),',
          "adapter: adapter(),\n    csrf: { trustedOrigins: ['*'] },",
        ],
      },
    ),
  start: (build, port, variables) => build.start(port, variables),
  variables: (origin) => ({ ORIGIN: origin }),
  more: (suite) => {
    const types = [
      'application/x-www-form-urlencoded',
      'Application/X-WWW-Form-Urlencoded ; charset=utf-8',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-sveltekit-formdata',
    ]
    const send = (path: string, type: string, origin: string | undefined): Promise<Response> =>
      fetch(suite.site + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': type, accept: 'text/html', ...(origin && { origin }) },
        body: 'nickname=Countess',
      })

    test.each(types)('a form of another site with the content type %s is refused', async (type) => {
      const pages = ['/inside?/rename', '/login', '/api/me', '/auth/backchannel-logout/../../inside?/rename']
      const routes = ['/auth/signin/company', '/auth/callback/company', '/auth/signout', '/auth/unlink']
      for (const path of [...pages, ...routes]) {
        for (const origin of ['https://evil.test', undefined]) {
          const response = await send(path, type, origin)
          expect(response.status, path).toBe(403)
          expect(await response.text(), path).toBe('Forms of other sites are rejected.')
        }
      }
    })

    test('forms of the site are accepted, and only callback routes accept forms of other origins', async () => {
      const [type = ''] = types
      expect((await send('/login', type, suite.site)).status).not.toBe(403)
      expect((await send('/auth/backchannel-logout/company', type, undefined)).status).toBe(400)
      // The application has no provider `apple`: the error comes from the route, not from the hook.
      const posted = await send('/auth/callback/apple', type, 'https://appleid.apple.com')
      expect(await posted.text()).not.toContain('Forms of other sites')
    })
  },
})

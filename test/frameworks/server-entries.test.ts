/** The errors of a build whose browser code imports the configuration, which is only for servers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildNext } from './support/next-application.js'
import { buildSolidStart } from './support/solid-start-application.js'
import { buildSvelteKit } from './support/sveltekit-application.js'

const patience = 600_000

/** The error of a failed build. It may also come from a check of the framework. */
async function failureOf(build: Promise<{ clear(): void }>): Promise<string> {
  const result = await build.catch((error: Error) => error.message)
  if (typeof result === 'string') return result
  result.clear()
  return 'It was built.'
}

test(
  'the build error of Next.js names the page that imports a module for servers, and the module',
  async () => {
    const message = await failureOf(
      buildNext(
        {},
        {
          change(folder) {
            mkdirSync(path.join(folder, 'app/wrong'))
            writeFileSync(
              path.join(folder, 'app/wrong/page.tsx'),
              `'use client'

import { auth } from '../../auth'

export default function Wrong() {
  return <button onClick={() => auth()}>Who?</button>
}
`,
            )
          },
        },
      ),
    )
    expect(message).toMatch(/createAuth[\s\S]*frameworks\/server-only\.js[\s\S]*app\/wrong\/page\.tsx/)
  },
  patience,
)

test(
  'the build error of SvelteKit names the page, the configuration and the entry point',
  async () => {
    const message = await failureOf(
      buildSvelteKit(
        {},
        {
          // SvelteKit itself allows only servers to import this folder.
          'src/auth.ts': [
            "import { findPerson } from './lib/server/people'",
            'const findPerson = () => null',
          ],
          'src/routes/about/+page.svelte': [
            '<h1>',
            '<script lang="ts">\nimport { auth } from "../../auth"\nvoid auth\n</script>\n<h1>',
          ],
        },
      ),
    )
    expect(message).toMatch(
      /into code that runs in the browser[\s\S]*\+page\.svelte[\s\S]*auth\.ts[\s\S]*sveltekit\.js/,
    )
  },
  patience,
)

test(
  'the build error of SolidStart names the configuration and the file that replaces the server module',
  async () => {
    const message = await failureOf(
      buildSolidStart(1, {
        edits: [
          ['src/auth.ts', "import { findPerson } from './people'", 'const findPerson = () => null'],
          [
            'src/routes/index.tsx',
            "import { Show } from 'solid-js'",
            "import { onMount, Show } from 'solid-js'\nimport { auth } from '../auth'",
          ],
          [
            'src/routes/index.tsx',
            'export default function Home() {',
            'export default function Home() {\n  onMount(() => void auth)',
          ],
        ],
      }),
    )
    expect(message).toMatch(/src\/auth\.ts.*"createAuth" is not exported by ".*frameworks\/server-only\.js"/)
  },
  patience,
)

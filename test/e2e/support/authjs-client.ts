import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { npm } from '../../../scripts/lib/run.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A page that shows the session with the published client, and exposes the client to tests. */
const page = `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  import * as client from 'next-auth/react'

  const call = { ...client }
  Object.assign(window, { call })
  function Status() {
    const { status, data, update } = client.useSession()
    call.update = update
    return createElement('p', null, status === 'authenticated' ? 'Signed in as ' + (data.user.name ?? data.user.email) : status)
  }
  createRoot(document.getElementById('root')).render(
    createElement(client.SessionProvider, null, createElement(Status)),
  )
`

/** The script of a page that uses `next-auth/react` in its published form. It is installed on first use. */
export async function authjsClientScript(): Promise<string> {
  const folder = path.join(root, 'temp/authjs-client')
  const wanted = path.join(root, 'test/e2e/authjs-client')
  const stamp = path.join(folder, 'node_modules/.installed')
  const lockfile = readFileSync(path.join(wanted, 'package-lock.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
    mkdirSync(folder, { recursive: true })
    cpSync(wanted, folder, { recursive: true })
    // Peer dependencies are omitted: the repository has React, and the client does not need Next.js.
    const { code, output } = await npm([
      'ci',
      '--ignore-scripts',
      '--omit=peer',
      '--legacy-peer-deps',
      '--prefix',
      folder,
    ])
    if (code !== 0) throw new Error(`next-auth could not be installed:\n${output}`)
    writeFileSync(stamp, lockfile)
  }
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: folder },
    bundle: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    logLevel: 'error',
    tsconfigRaw: {},
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

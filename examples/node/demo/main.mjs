import path from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { banner } from './banner.mjs'
import { openData } from './data.mjs'
import { claimPort } from './ports.mjs'
import { prepare } from './prepare.mjs'
import { startAll } from './processes.mjs'

const folder = path.join(root, 'examples/node')

/** Runs the demo until it is stopped. */
export async function main() {
  const port = await claimPort('PORT', 3000, [])
  const providerPort = await claimPort('IDP_PORT', 4000, [port])
  const url = `http://localhost:${port}`
  // Another host name for this machine, so that browsers treat the two servers as different sites.
  const issuer = `http://127.0.0.1:${providerPort}`

  const data = openData(process.env.DEMO_DATA || path.join(folder, 'data'))
  await prepare(folder)
  // Only the owner can read files that the two processes write from now on.
  process.umask(0o077)

  const env = {
    DEMO_URL: url,
    DEMO_DATA: data.folder,
    AUTH_URL: url,
    AUTH_SECRET: data.authSecret,
    AUTH_DEMO_ISSUER: issuer,
    AUTH_DEMO_ID: 'authwright-demo',
    AUTH_DEMO_SECRET: data.clientSecret,
  }
  const build = path.join(folder, 'build')
  await startAll([
    {
      name: 'The identity provider',
      file: path.join(build, 'identity-provider.js'),
      log: path.join(data.folder, 'identity-provider.log'),
      env,
    },
    { name: 'The application', file: path.join(build, 'server.js'), env },
  ])
  console.log(banner({ url, issuer, folder: data.folder }))
}

/*
 * `npm run demo`: installs and builds what is missing, then starts the example application with an identity
 * provider beside it. Environment: PORT, IDP_PORT, DEMO_DATA (the folder that is kept between runs).
 */
import '../../scripts/lib/require-node.mjs'

const { main } = await import('./demo/main.mjs')

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

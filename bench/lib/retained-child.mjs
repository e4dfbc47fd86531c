import { session } from '../cases/session.mjs'
import { signIn } from '../cases/sign-in.mjs'

/** The number of operations of each kind. A sign-in takes ten times as long as a check. */
const counts = new Map([
  ['GET /session, 1 provider', 200_000],
  ['GET /session, token of Auth.js, re-issued each time', 200_000],
  ['auth(request) in process', 200_000],
  ['sign-in with OpenID Connect, ID token verified', 200_000],
])

/** The number of operations before the memory is measured. The store then has the maximum number of entries for finished sign-ins. */
const WARM_UP = 12_000

const measured = []
for (const { name, run } of [...(await session()), ...(await signIn())]) {
  const operations = counts.get(name)
  if (operations === undefined) continue
  await repeat(run, WARM_UP)
  const before = used()
  await repeat(run, operations)
  measured.push({ name, operations, bytes: (used() - before) / operations })
}
process.stdout.write(JSON.stringify(measured), () => process.exit())

function used() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** @param {() => unknown} run @param {number} times */
async function repeat(run, times) {
  let left = times
  const worker = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

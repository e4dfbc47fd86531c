import { session } from '../cases/session.mjs'
import { signIn } from '../cases/sign-in.mjs'

const OPERATIONS = 200_000

const names = new Set([
  'GET /session, 1 provider',
  'GET /session, token of Auth.js, re-issued each time',
  'auth(request) in process',
  'sign-in with OpenID Connect, ID token verified',
])
const measured = []
for (const { name, run } of [...(await session()), ...(await signIn())].filter(({ name }) =>
  names.has(name),
)) {
  await repeat(run, OPERATIONS / 10)
  const before = used()
  await repeat(run, OPERATIONS)
  measured.push({ name, operations: OPERATIONS, bytes: (used() - before) / OPERATIONS })
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

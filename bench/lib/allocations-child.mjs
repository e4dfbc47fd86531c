import { session } from '../cases/session.mjs'
import { signIn } from '../cases/sign-in.mjs'
import { median, verify } from './measure.mjs'

const OPERATIONS = 150

const measured = []
for (const each of [...(await session()), ...(await signIn())]) {
  await verify(each)
  for (let index = 0; index < 300; index++) await each.run()
  const samples = []
  for (let sample = 0; sample < 7; sample++) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < OPERATIONS; index++) await each.run()
    samples.push((process.memoryUsage().heapUsed - before) / OPERATIONS / 1024)
  }
  measured.push({ name: each.name, kiB: median(samples), maxKiB: each.maxKiB })
}
process.stdout.write(JSON.stringify(measured), () => process.exit())

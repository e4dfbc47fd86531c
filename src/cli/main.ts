#!/usr/bin/env node
import { run } from './run.js'

const { output, error } = await run(process.argv.slice(2))
if (output !== undefined) process.stdout.write(output)
if (error !== undefined) {
  process.stderr.write(`${error}\n`)
  process.exitCode = 1
}

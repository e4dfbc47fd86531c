#!/usr/bin/env node
import { spawn } from 'node:child_process'
import process from 'node:process'
import { terminalPrompts } from './prompts.js'
import { run } from './run.js'

const { argv, env, stdin, stdout, stderr } = process
const args = argv.slice(2)
const isInteractive = stdin.isTTY && stdout.isTTY && !env['CI'] && !args.includes('--yes')

process.exitCode = await run(args, {
  cwd: process.cwd(),
  env,
  print: (text) => stdout.write(text),
  warn: (text) => stderr.write(`${text}\n`),
  prompts: isInteractive ? await terminalPrompts() : undefined,
  colors: stdout.isTTY && stdout.hasColors() && !env['NO_COLOR'],
  execute: (program, programArgs, cwd) =>
    new Promise((resolve, reject) => {
      // Package managers are command files on Windows, which only a shell starts; no argument is a user's text.
      spawn(program, programArgs, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
        .once('error', reject)
        .once('close', (code) => resolve(code ?? 1))
    }),
})

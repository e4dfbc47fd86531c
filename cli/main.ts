#!/usr/bin/env node
import { spawn } from 'node:child_process'
import process from 'node:process'
import { CommandError, type Prompts } from './context.js'
import { run } from './run.js'

async function terminalPrompts(): Promise<Prompts> {
  const clack = await import('@clack/prompts')
  const unlessCancelled = <Value>(value: Value | symbol): Value => {
    if (clack.isCancel(value)) throw new CommandError('Cancelled. Nothing more is written.')
    return value as Value
  }
  type Options = Parameters<typeof clack.select<string>>[0]['options']
  return {
    select: async (message, choices, initial) =>
      unlessCancelled(
        await clack.select({ message, options: [...choices] as Options, initialValue: initial as string }),
      ) as never,
    multiselect: async (message, choices, initial) =>
      unlessCancelled(
        await clack.multiselect({
          message,
          options: [...choices] as Options,
          initialValues: [...initial] as string[],
          required: true,
        }),
      ) as never,
    confirm: async (message, initial) =>
      unlessCancelled<boolean>(await clack.confirm({ message, initialValue: initial })),
  }
}

const { argv, env, stdin, stdout, stderr } = process
const args = argv.slice(2)
const isInteractive = stdin.isTTY && stdout.isTTY && !env['CI'] && !args.includes('--yes')

// The program that reads the output may have stopped reading, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const code = await run(args, {
  cwd: process.cwd(),
  env,
  print: (text) => stdout.write(text),
  warn: (text) => stderr.write(`${text}\n`),
  prompts: isInteractive ? await terminalPrompts() : undefined,
  colors: stdout.isTTY && stdout.hasColors() && !env['NO_COLOR'],
  execute: (program, programArgs, cwd) =>
    new Promise((resolve) => {
      // On Windows, package managers are command files, which need a shell. The arguments contain no user
      // input.
      spawn(program, programArgs, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
        .once('error', ({ message }) => {
          stderr.write(`${message}\n`)
          // 127 is the exit code of shells for a program that cannot be found.
          resolve(127)
        })
        .once('close', (code) => resolve(code ?? 1))
    }),
})

// A configuration that doctor has loaded may keep the process alive, for example by an open database
// connection.
stderr.write('', () => stdout.write('', () => process.exit(code)))

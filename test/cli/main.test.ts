import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Files, project } from './support/command.js'

/** Runs the command line in a process. */
async function main(args: readonly string[], files: Files, env: Record<string, string> = {}) {
  const folder = project({ 'package.json': '{ "type": "module" }', ...files })
  const modules = ['node_modules/jiti/lib/jiti-cli.mjs', 'cli/main.ts'].map((file) => path.resolve(file))
  return await new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [...modules, ...args],
      { cwd: folder, env: { ...process.env, ...env }, timeout: 30_000 },
      (error, output, errors) => resolve({ code: error ? error.code : 0, output, errors }),
    )
  })
}

const doctor = ['doctor', '--json', '--offline']
const installed = {
  'node_modules/authwright/package.json': '{ "version": "1.2.3" }',
  '.env': 'AUTH_SECRET=kJ8sQ2vX9mN4bR7tY1wZ6cF3hL5pD0gA',
}

describe('the command line', { timeout: 60_000 }, () => {
  it('doctor ends the process even if the configuration would keep the process alive', async () => {
    const { code, output } = await main(doctor, {
      ...installed,
      'auth.js': "setInterval(() => undefined, 1000)\nexport const auth = {} // from 'authwright'\n",
    })
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ ok: true })
  })

  it('doctor --json prints only JSON to the standard output, even if the configuration prints text', async () => {
    const { output, errors } = await main(doctor, {
      ...installed,
      'auth.js':
        "console.log('hello')\nprocess.stdout.write('there')\nexport const auth = {} // from 'authwright'\n",
    })
    expect(JSON.parse(output)).toMatchObject({ ok: true })
    expect(errors).toContain('hello\nthere')
  })

  it('doctor reports a configuration that ends the process, together with its other findings', async () => {
    const { code, output } = await main(doctor, {
      ...installed,
      'auth.js': "process.exit(0) // from 'authwright'\n",
    })
    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'secret', status: 'ok' }),
        expect.objectContaining({
          check: 'run time',
          status: 'problem',
          message: 'auth.js ended the process, so it could not be checked.',
        }),
      ]),
    })
  })

  it('init prints the next steps even if the package manager cannot be found', async () => {
    const { code, output, errors } = await main(
      ['init', '--yes', '--provider', 'github'],
      { 'package.json': '{ "type": "module", "dependencies": { "hono": "4" } }', 'pnpm-lock.yaml': '' },
      { PATH: '' },
    )
    expect(code).toBe(1)
    expect(errors).toContain('failed. The files were written. Run the command yourself.')
    expect(output).toContain('callback URL of github: http://localhost:3000/auth/callback/github')
  })
})

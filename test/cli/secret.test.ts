import { chmodSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { authwright, filesOf, project } from './support/command.js'

const next = { 'package.json': '{ "dependencies": { "next": "^16.0.0" } }' }
const kit = { 'package.json': '{ "devDependencies": { "@sveltejs/kit": "^2.0.0" } }' }
const dependingOn = (name: string) => ({ 'package.json': `{ "dependencies": { "${name}": "1" } }` })

/** The value of `AUTH_SECRET` in a file of variables. */
function secretIn(text: string | undefined): string {
  return text?.match(/^AUTH_SECRET=(.*)$/m)?.[1] ?? ''
}

describe('authwright secret', () => {
  it('authwright secret prints 33 new random bytes each time', async () => {
    const [first, second] = await Promise.all([authwright(['secret']), authwright(['secret'])])
    expect(Buffer.from(first.output.trim(), 'base64')).toHaveLength(33)
    expect(first.output).not.toBe(second.output)
  })

  it.each([
    ['Next.js', next, '.env.local'],
    ['SvelteKit', kit, '.env'],
  ])('authwright secret --write writes the secret to the file that %s reads', async (_, files, file) => {
    const folder = project(files)
    const { output } = await authwright(['secret', '--write'], folder)
    const written = filesOf(folder)
    expect(Buffer.from(secretIn(written[file]), 'base64')).toHaveLength(33)
    expect(written['.gitignore']).toContain(file)
    expect(output).toContain(file)
    expect(output).not.toContain(secretIn(written[file]))
  })

  it.each(['?*.tmp', '*.sw?', '[Tt]humbs.db'])(
    'authwright secret --write adds the file of the secret to a .gitignore with the pattern %s',
    async (pattern) => {
      const folder = project({ ...next, '.gitignore': `${pattern}\n` })
      expect((await authwright(['secret', '--write'], folder)).code).toBe(0)
      expect(filesOf(folder)['.gitignore']).toBe(`${pattern}\n.env.local\n`)
    },
  )

  it('authwright secret --write does not change a .gitignore whose pattern `.env?local` matches the file', async () => {
    const folder = project({ ...next, '.gitignore': '.env?local\n' })
    await authwright(['secret', '--write'], folder)
    expect(filesOf(folder)['.gitignore']).toBe('.env?local\n')
  })

  it('authwright secret --write creates a file that other users of the machine cannot read', async () => {
    const folder = project(next)
    await authwright(['secret', '--write'], folder)
    expect(statSync(path.join(folder, '.env.local')).mode & 0o077).toBe(0)
  })

  it.each([
    [0o644, true],
    [0o640, true],
    [0o600, false],
  ])(
    'authwright secret --write reports whether other users can read a file of mode %o',
    async (mode, isRead) => {
      const folder = project({ ...next, '.env.local': 'A=1\n' })
      chmodSync(path.join(folder, '.env.local'), mode)
      const { output } = await authwright(['secret', '--write'], folder)
      expect(output.includes('chmod 600 .env.local')).toBe(isRead)
      expect(statSync(path.join(folder, '.env.local')).mode & 0o777).toBe(mode)
    },
  )

  it.each(['.env', '.env.local', '.env.development'])(
    'authwright secret --write keeps an existing secret in %s',
    async (file) => {
      const folder = project({ ...next, [file]: 'A=1\nexport AUTH_SECRET="the one that was there"\n' })
      const before = filesOf(folder)
      const { code, output } = await authwright(['secret', '--write'], folder)
      expect(code).toBe(0)
      expect(output).toContain('already set')
      expect(filesOf(folder)).toEqual(before)
    },
  )

  it.each(['nuxt', 'hono', 'express', '@solidjs/start', 'no-framework'])(
    'authwright secret --write does not use .env.local with %s, whose server reads only .env',
    async (name) => {
      const files = {
        ...dependingOn(name),
        '.env.local': 'AUTH_SECRET=unread\n',
        '.env.development': 'AUTH_SECRET=\n',
      }
      const folder = project(files)
      const { output } = await authwright(['secret', '--write'], folder)
      expect(secretIn(filesOf(folder)['.env'])).toHaveLength(44)
      expect(output).toBe('AUTH_SECRET was added to .env. .env was added to .gitignore.\n')
    },
  )

  it('authwright secret --write keeps the secret in .dev.vars, which Wrangler reads', async () => {
    const manifest = '{ "dependencies": { "hono": "4" }, "devDependencies": { "wrangler": "4" } }'
    const folder = project({ 'package.json': manifest, '.dev.vars': 'AUTH_SECRET=existing\n' })
    const before = filesOf(folder)
    expect((await authwright(['secret', '--write'], folder)).output).toContain('already set')
    expect(filesOf(folder)).toEqual(before)
  })

  it('authwright secret --write adds the secret to .dev.vars, without printing other values', async () => {
    const manifest = '{ "dependencies": { "hono": "4", "wrangler": "4" } }'
    const folder = project({ 'package.json': manifest, '.dev.vars': 'A=hidden' })
    const { output } = await authwright(['secret', '--write'], folder)
    const written = filesOf(folder)['.dev.vars']
    expect(written).toMatch(/^A=hidden\nAUTH_SECRET=[\w+/]{44}\n$/)
    expect(output).not.toMatch(new RegExp(`hidden|${secretIn(written).slice(0, 8)}`.replaceAll('+', '[+]')))
  })

  it('authwright secret --write keeps other variables, does not print their values, and fills an empty AUTH_SECRET', async () => {
    const folder = project({ ...next, '.env.local': 'A=hidden\nAUTH_SECRET=\nB=2' })
    const { output } = await authwright(['secret', '--write'], folder)
    const written = filesOf(folder)['.env.local'] ?? ''
    expect(written).toMatch(/^A=hidden\nAUTH_SECRET=[\w+/]{44}\nB=2$/)
    expect(output).not.toContain('hidden')
    await authwright(['secret', '--write'], folder)
    expect(filesOf(folder)['.env.local']).toBe(written)
  })

  it.each(['\n', '\r\n'])(
    'authwright secret --write does not print the secret with line ends %j',
    async (newline) => {
      const folder = project({ ...next, '.env.local': ['A=hidden', 'AUTH_SECRET=', 'B=2', ''].join(newline) })
      const { output } = await authwright(['secret', '--write'], folder)
      const written = secretIn(filesOf(folder)['.env.local']?.replaceAll('\r', ''))
      expect(written).toHaveLength(44)
      expect(output).toContain('+AUTH_SECRET=…')
      expect(output.includes(written)).toBe(false)
    },
  )

  it('authwright secret --write adds the secret if another file has an empty AUTH_SECRET', async () => {
    const folder = project({ ...next, '.env': 'AUTH_SECRET=\n', '.env.local': 'A=1\n' })
    const { code, output } = await authwright(['secret', '--write'], folder)
    expect(code).toBe(0)
    expect(output).toContain('AUTH_SECRET was added to .env.local.')
    expect(filesOf(folder)['.env.local']).toMatch(/^A=1\nAUTH_SECRET=[\w+/]{44}\n$/)
  })

  it.each([
    ['Next.js', next, '.env.development.local', '.env.local'],
    ['SvelteKit', kit, '.env.local', '.env'],
    ['SvelteKit', kit, '.env.development', '.env'],
  ])(
    'authwright secret --write reports an empty AUTH_SECRET in a file of %s that takes precedence',
    async (_, files, file, written) => {
      const folder = project({ ...files, [file]: 'A=1\nAUTH_SECRET=\n' })
      const { output } = await authwright(['secret', '--write'], folder)
      expect(secretIn(filesOf(folder)[written])).toHaveLength(44)
      expect(output).toContain(
        `${file} sets AUTH_SECRET to an empty value and takes precedence over ${written}. Remove that line.`,
      )
    },
  )

  it('authwright secret --write keeps a secret if a file that takes precedence sets AUTH_SECRET to an empty value', async () => {
    const folder = project({ ...kit, '.env': 'AUTH_SECRET=existing\n', '.env.local': 'AUTH_SECRET=\n' })
    const before = filesOf(folder)
    const { code, output } = await authwright(['secret', '--write'], folder)
    expect(filesOf(folder)).toEqual(before)
    expect({ code, output }).toEqual({
      code: 0,
      output:
        '.env.local sets AUTH_SECRET to an empty value and takes precedence over .env. Remove that line.\n',
    })
  })

  it.each(['.env.local', '.gitignore'])(
    'authwright secret --write follows no symbolic link of %s out of the project',
    async (file) => {
      const [folder, outside] = [project(next), project({ target: 'A=1\n' })]
      symlinkSync(path.join(outside, 'target'), path.join(folder, file))
      const { code, error } = await authwright(['secret', '--write'], folder)
      expect(code).toBe(1)
      expect(error).toContain('outside of the project')
      expect(filesOf(outside)).toEqual({ target: 'A=1\n' })
    },
  )

  it('authwright secret --write creates no file through a broken symbolic link', async () => {
    const [folder, outside] = [project(next), project({})]
    symlinkSync(path.join(outside, 'new'), path.join(folder, '.env.local'))
    expect((await authwright(['secret', '--write'], folder)).code).toBe(1)
    expect(filesOf(outside)).toEqual({})
  })
})

import { chmodSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { authwright, filesOf, project } from './support/command.js'

describe('authwright', () => {
  it.each([[[]], [['--help']], [['-h']]])('authwright lists its commands for %j', async (args) => {
    const { code, output } = await authwright(args)
    expect(code).toBe(0)
    for (const name of ['secret', 'explain', 'schema']) expect(output).toContain(`\n  ${name} `)
  })

  it('authwright shows the options of a command', async () => {
    const { code, output } = await authwright(['secret', '--help'])
    expect(code).toBe(0)
    expect(output).toContain('--write')
  })

  it('authwright prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect((await authwright(['--version'])).output).toBe(`${version}\n`)
  })

  it('authwright suggests the command with the most similar name', async () => {
    const { code, error } = await authwright(['secrt'])
    expect(code).toBe(1)
    expect(error).toContain('There is no command "secrt". Did you mean secret?')
  })

  it('authwright reports a missing command if it receives only options', async () => {
    const { code, error } = await authwright(['--yes'])
    expect(code).toBe(1)
    expect(error).toBe('Name a command. authwright --help lists all commands.')
  })

  it('authwright add without a name says which command lists the names', async () => {
    const { code, error } = await authwright(['add'])
    expect(code).toBe(1)
    expect(error).toBe('authwright add needs a name: see authwright add --help.')
  })

  it('authwright does nothing if an option is misspelled', async () => {
    const { code, output, error } = await authwright(['secret', '--wirte'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(error).toContain('--wirte')
  })
})

const express = {
  'package.json': '{ "type": "module", "dependencies": { "express": "5" } }',
  'server.js': "import express from 'express'\n\nconst app = express()\napp.listen(3000)\n",
}

describe('authwright in an application', () => {
  // Docker creates a folder if the file of a mount does not exist, and Python environments may have this name.
  it('authwright runs if .env.local is a folder', async () => {
    const root = project({ ...express, '.env.local/pyvenv.cfg': '' })
    for (const args of [
      ['init', '--yes', '--no-install'],
      ['add', 'google'],
      ['doctor', '--offline'],
      ['migrate'],
    ]) {
      const { error } = await authwright(args, root)
      expect(error).not.toMatch(/EISDIR/)
    }
    expect(filesOf(root)['auth.js']).toContain('google()')
  })

  it('authwright writes nothing if .env is a folder', async () => {
    const root = project({ ...express, '.env/pyvenv.cfg': '' })
    const before = filesOf(root)
    const { code, error } = await authwright(['init', '--yes', '--no-install'], root)
    expect({ code, error }).toEqual({
      code: 1,
      error: '.env is a folder. Rename the folder. Nothing was written.',
    })
    expect(filesOf(root)).toEqual(before)
  })

  // The file permissions do not apply to this user.
  it.skipIf(process.getuid?.() === 0)(
    'authwright names a .env file that it has no permission to read',
    async () => {
      const root = project({ ...express, '.env': 'A=1\n' })
      chmodSync(path.join(root, '.env'), 0o000)
      for (const args of [
        ['init', '--yes', '--no-install'],
        ['secret', '--write'],
        ['doctor', '--offline'],
      ]) {
        const { code, error } = await authwright(args, root)
        expect({ code, error }).toEqual({
          code: 1,
          error: expect.stringMatching(/EACCES.*\.env'\. Change the permissions\.$/),
        })
      }
      chmodSync(path.join(root, '.env'), 0o600)
      expect(Object.keys(filesOf(root)).sort()).toEqual(['.env', 'package.json', 'server.js'])
    },
  )

  it.skipIf(process.getuid?.() === 0)(
    'authwright writes nothing if it has no permission to write one of the files',
    async () => {
      const root = project({ ...express, '.env': 'A=1\n' })
      const before = filesOf(root)
      chmodSync(path.join(root, '.env'), 0o400)
      const { code, error } = await authwright(['init', '--yes', '--no-install'], root)
      expect({ code, error }).toEqual({
        code: 1,
        error: `.env cannot be written: change the permissions of ${path.join(realpathSync(root), '.env')}. Nothing was written.`,
      })
      expect(filesOf(root)).toEqual(before)
    },
  )

  it.skipIf(process.getuid?.() === 0)(
    'authwright skips folders that it has no permission to read',
    async () => {
      const root = project({ ...express, 'pgdata/PG_VERSION': '17' })
      chmodSync(path.join(root, 'pgdata'), 0o000)
      try {
        for (const args of [
          ['init', '--yes', '--no-install'],
          ['add', 'google'],
          ['doctor', '--offline'],
          ['migrate'],
        ]) {
          const { error } = await authwright(args, root)
          expect(error).not.toMatch(/EACCES/)
        }
      } finally {
        chmodSync(path.join(root, 'pgdata'), 0o700)
      }
      expect(filesOf(root)['auth.js']).toContain('google()')
    },
  )
})

describe('authwright explain', () => {
  it('authwright explain prints the page of a rule, in any letter case', async () => {
    const page = readFileSync('docs/rules/duplicateId.md', 'utf8')
    expect((await authwright(['explain', 'duplicateId'])).output).toBe(page)
    expect((await authwright(['explain', 'DUPLICATEID'])).output).toBe(page)
  })

  it('authwright explain colors headings, the error message of the rule and code in a terminal', async () => {
    const page = readFileSync('docs/rules/duplicateId.md', 'utf8')
    const { output } = await authwright(['explain', 'duplicateId'], '.', { colors: true })
    expect(stripVTControlCharacters(output)).toBe(page)
    const lines = page.split('\n')
    const inColor = (first: number, line: string | undefined, last: number): string =>
      `\u001b[${first}m${line}\u001b[${last}m`
    const heading = lines.find((line) => line.startsWith('#'))
    const rule = lines.find((line) => line.startsWith('>'))
    const code = lines[lines.findIndex((line) => line.startsWith('```')) + 1]
    const colored = output.split('\n')
    expect(colored).toContain(inColor(1, heading, 22))
    expect(colored).toContain(inColor(33, rule, 39))
    expect(colored).toContain(inColor(36, code, 39))
  })

  it('authwright explain without a name lists all rules', async () => {
    const { output } = await authwright(['explain'])
    const pages = readdirSync('docs/rules').filter((file) => file !== 'README.md')
    for (const page of pages) expect(output).toContain(`\n  ${page.replace('.md', '')}\n`)
  })

  it.each([
    ['duplicatId', 'duplicateId'],
    ['adapterMissing', 'adapterLacks'],
    ['database', 'databaseNeedsAdapter'],
  ])('authwright explain suggests a rule with a name similar to %s', async (typed, meant) => {
    const { code, error } = await authwright(['explain', typed])
    expect(code).toBe(1)
    expect(error).toContain(`There is no rule "${typed}".`)
    expect(error).toContain(meant)
  })

  it('authwright explain reads only the pages of rules', async () => {
    const { code, error } = await authwright(['explain', '../../README'])
    expect(code).toBe(1)
    expect(error).toContain('There is no rule')
  })
})

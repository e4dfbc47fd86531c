import { execFile } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copyRepository } from './support/copy.js'
import { root } from './support/demo.js'
import { patience } from './support/suite.js'

test('`npm pack` in a fresh clone builds the package', { timeout: patience }, async () => {
  const copy = copyRepository()
  try {
    symlinkSync(join(root, 'node_modules'), join(copy.folder, 'node_modules'))
    expect(existsSync(join(copy.folder, 'dist'))).toBe(false)
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--dry-run', '--json', '--foreground-scripts=false'],
      {
        cwd: copy.folder,
      },
    )
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'docs/rules/README.md']),
    )
  } finally {
    copy.clear()
  }
})

test('`npm pack` removes the workspaces from the packed package.json, but not from that of the clone', {
  timeout: patience,
}, async () => {
  const copy = copyRepository()
  try {
    symlinkSync(join(root, 'node_modules'), join(copy.folder, 'node_modules'))
    const before = readFileSync(join(copy.folder, 'package.json'), 'utf8')
    const run = promisify(execFile)
    await run('npm', ['pack', '--foreground-scripts=false'], { cwd: copy.folder })
    const { stdout } = await run('tar', ['xOf', 'authwright-0.0.0.tgz', 'package/package.json'], {
      cwd: copy.folder,
    })
    const { workspaces: _, ...packed } = JSON.parse(before)
    expect(JSON.parse(stdout)).toEqual(packed)
    expect(readFileSync(join(copy.folder, 'package.json'), 'utf8')).toBe(before)
  } finally {
    copy.clear()
  }
})

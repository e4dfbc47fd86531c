import { execFile } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copyRepository } from './support/copy.js'
import { root } from './support/demo.js'
import { patience } from './support/suite.js'

test('what is packed in a fresh clone has been built', { timeout: patience }, async () => {
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

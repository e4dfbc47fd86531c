import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundlePortableTests } from '../runtimes/portable-tests.mjs'

test.each(['node', 'web'] as const)(
  'the tests of the runtime become one program (%s)',
  async (platform) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'authwright-portable-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { bundle, files, left } = await bundlePortableTests(folder, platform)
    expect(statSync(bundle).size).toBeGreaterThan(0)
    expect(files).toContain('test/runtime/oidc-sign-in.test.ts')
    expect([...left.keys()].filter((file) => files.includes(file))).toEqual([])
  },
  120_000,
)

import { expect, test } from 'vitest'
import { missingPlatformPackages } from '../../scripts/lib/platform-packages.mjs'

test('packages of other platforms that a lockfile lacks are found', () => {
  const optionalDependencies = {
    '@tool/linux-x64': '1.2.3',
    '@tool/core-darwin-arm64': '1.2.3',
    '@tool/core-linux-arm64-musl': '1.2.3',
    '@tool/core-win32-x64-msvc': '1.2.3',
  }
  const packages = {
    '': {},
    'node_modules/tool': { version: '1.2.3', dev: true, optionalDependencies },
    'node_modules/tool/node_modules/@tool/linux-x64': { version: '1.2.3' },
  }
  const common = { version: '1.2.3', dev: true, optional: true }
  expect(missingPlatformPackages(packages)).toEqual({
    'node_modules/@tool/core-darwin-arm64': { ...common, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@tool/core-linux-arm64-musl': { ...common, os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
    'node_modules/@tool/core-win32-x64-msvc': { ...common, os: ['win32'], cpu: ['x64'] },
  })
})

test('a package is found where Node would find it', () => {
  const packages = {
    'node_modules/a/node_modules/b': {
      optionalDependencies: { 'c-darwin-x64': '1.0.0', 'd-darwin-x64': '1.0.0' },
    },
    'node_modules/a/node_modules/c-darwin-x64': { version: '1.0.0' },
    'node_modules/d-darwin-x64': { version: '1.0.0' },
  }
  expect(missingPlatformPackages(packages)).toEqual({})
})

test('one that cannot be described is told apart', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { fsevents: '~2.3.3' } } }
  expect(missingPlatformPackages(packages)).toEqual({ 'node_modules/fsevents': undefined })
})

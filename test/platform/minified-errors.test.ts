import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('errors keep their names if a bundler renames their classes', async () => {
  const contents = `
    import { InvalidProvider, MissingSecret, AuthError } from './src/errors.ts'
    import { AuthConfigurationError } from './src/builder/configuration-error.ts'
    export const names = [new MissingSecret('a'), new InvalidProvider('b'), new AuthError('c'), new AuthConfigurationError([])].map(({ name }) => name)
    export const isRenamed = MissingSecret.name !== 'MissingSecret'
  `
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    minify: true,
    platform: 'node',
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    write: false,
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const bundle = await import(`data:text/javascript;base64,${code}`)
  expect(bundle.isRenamed).toBe(true)
  expect(bundle.names).toEqual(['MissingSecret', 'InvalidProvider', 'AuthError', 'AuthConfigurationError'])
})

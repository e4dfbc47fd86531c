import { afterEach, expect, it, vi } from 'vitest'

const packages = {
  pg: async () => {
    const { loadDriver } = await import('../../src/adapters/pg/driver.js')
    return loadDriver()
  },
  redis: async () => {
    const { loadDriver } = await import('../../src/stores/redis/driver.js')
    return loadDriver('redisStore')
  },
  nodemailer: async () => {
    const { smtpTransport } = await import('../../src/providers/nodemailer/smtp-transport.js')
    return smtpTransport('smtp://localhost')()
  },
  '@simplewebauthn/server': async () => {
    const { webauthnDefaults } = await import('../../src/providers/kinds/webauthn-defaults.js')
    return webauthnDefaults().simpleWebAuthn()
  },
}

type Name = keyof typeof packages
const names = Object.keys(packages) as Name[]

afterEach(() => {
  for (const name of names) vi.doUnmock(name)
  vi.resetModules()
})

/** Calls a function that imports the package. The import fails with this message. */
function failing(name: Name, message: string): Promise<unknown> {
  vi.doMock(name, () => {
    throw new Error(message)
  })
  return packages[name]()
}

it.each(names)('the error about a missing package %s says how to install it', async (name) => {
  for (const message of [
    `Cannot find package '${name}' imported from /app/index.js`,
    `Cannot find module '${name}'`,
    `Cannot find package "${name}" from "/app/index.js"`,
    `No such module "${name}".`,
  ]) {
    await expect(failing(name, message)).rejects.toThrow(`Run "npm install ${name}".`)
    vi.resetModules()
  }
})

it.each(names)(
  'if the installed package %s cannot be loaded, the error contains the reason',
  async (name) => {
    for (const message of [
      "Cannot find package 'split2' imported from /app/node_modules/pgpass/lib/helper.js",
      `Cannot find module '/app/node_modules/${name}/dist/index.js'`,
      'The requested module does not provide an export named default',
    ]) {
      const error = await failing(name, message).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        message: expect.stringMatching(new RegExp(`^The package ${name} cannot be loaded: `)),
        // The test runner wraps import errors.
        cause: { cause: { message } },
      })
      expect(String(error)).not.toContain('npm install')
      vi.resetModules()
    }
  },
)

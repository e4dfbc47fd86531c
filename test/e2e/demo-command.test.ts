import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyRepository } from './support/copy.js'
import { newPlace, type Place, root, runDemo, startDemo } from './support/demo.js'
import { isListening, until } from './support/processes.js'
import { patience } from './support/suite.js'

const endings: (() => unknown)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
}, patience)

async function place(): Promise<Place> {
  const found = await newPlace()
  endings.push(found.clear)
  return found
}

/** The demo's output, without the lines that npm adds before and after it. */
function ownLines(output: string): string[] {
  return output.split('\n').filter((line) => line !== '' && !/^(> |npm (warn|error|notice))/.test(line))
}

function environment({ port, providerPort, data }: Place): Record<string, string> {
  return { PORT: String(port), IDP_PORT: String(providerPort), DEMO_DATA: data }
}

for (const [name, variable] of [
  ['application', 'PORT'],
  ['identity provider', 'IDP_PORT'],
] as const) {
  test(`the demo says how to choose another port if the port of the ${name} is in use`, {
    timeout: patience,
  }, async () => {
    const here = await place()
    const port = variable === 'PORT' ? here.port : here.providerPort
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    endings.push(() => new Promise((resolve) => other.close(resolve)))

    const command = runDemo(environment(here))
    expect(await command.ended).toBe(1)
    const lines = ownLines(command.output())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      new RegExp(`^Port ${port} is in use\\. Choose another: ${variable}=\\d+ npm run demo$`),
    )
  })
}

test('the demo reports an invalid port in one line', { timeout: patience }, async () => {
  const command = runDemo({ ...environment(await place()), PORT: 'http' })
  expect(await command.ended).toBe(1)
  expect(ownLines(command.output())).toEqual([
    'PORT=http is not a port. Choose a number from 1 to 65535: PORT=3000 npm run demo',
  ])
})

test('Ctrl-C stops all processes of the demo', { timeout: patience }, async () => {
  const here = await place()
  const demo = await startDemo(here)
  expect(await isListening(here.port)).toBe(true)
  expect(await isListening(here.providerPort)).toBe(true)

  const before = demo.output()
  await demo.stop()
  expect(ownLines(demo.output().slice(before.length))).toEqual([])
  expect(await isListening(here.port)).toBe(false)
  expect(await isListening(here.providerPort)).toBe(false)
})

test('a killed demo leaves no listening server behind', { timeout: patience }, async () => {
  const here = await place()
  const demo = await startDemo(here)
  endings.push(demo.stop)
  process.kill(await demo.command.find('demo.mjs'), 'SIGKILL')

  await until('nothing listens any more', async () => {
    return !(await isListening(here.port)) && !(await isListening(here.providerPort))
  })
})

test('the data folder of the demo may have any name', { timeout: patience }, async () => {
  const here = await place()
  const data = join(here.data, 'data #1 100% (mine)?')
  mkdirSync(data)
  const demo = await startDemo({ ...here, data })
  endings.push(demo.stop)
  expect(existsSync(join(data, 'demo.db'))).toBe(true)
  expect(readdirSync(here.data)).toEqual(['data #1 100% (mine)?'])
})

test('only the owner can read the data folder of the demo', { timeout: patience }, async () => {
  const here = await place()
  const demo = await startDemo(here)
  endings.push(demo.stop)
  const names = readdirSync(here.data)
  expect(names).toEqual(expect.arrayContaining(['demo.db', 'identity-provider.json', 'secrets.json']))
  for (const name of names) {
    expect(statSync(join(here.data, name)).mode & 0o777, name).toBe(0o600)
  }
})

test('the demo reports damaged secrets in one line', { timeout: patience }, async () => {
  const here = await place()
  writeFileSync(join(here.data, 'secrets.json'), '{')
  const command = runDemo(environment(here))
  expect(await command.ended).toBe(1)
  const lines = ownLines(command.output())
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('secrets.json is damaged')
  expect(lines[0]).toContain('DEMO_DATA=')
})

test('the demo reports why an installation failed and which command to run', {
  timeout: patience,
}, async () => {
  const here = await place()
  const copy = copyRepository()
  endings.push(copy.clear)
  const unreachable = {
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(copy.folder, 'empty-cache'),
    npm_config_fetch_retries: '0',
  }
  const command = runDemo({ ...environment(here), ...unreachable }, copy.folder)
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('ECONNREFUSED')
  expect(ownLines(command.output())).toEqual([
    'Installing …',
    'npm could not install the dependencies. Fix what it reports above, then run "npm ci".',
  ])
})

test('the demo reports a failed build in one line', { timeout: patience }, async () => {
  const here = await place()
  const copy = copyRepository()
  endings.push(copy.clear)
  symlinkSync(join(root, 'node_modules'), join(copy.folder, 'node_modules'))
  writeFileSync(join(copy.folder, 'src/index.ts'), 'export const wrong = \n')
  const command = runDemo(environment(here), copy.folder)
  expect(await command.ended).toBe(1)
  expect(ownLines(command.output())).toEqual([
    'Building the demo …',
    'Building the demo failed; the reason is in temp/demo-build.log.',
  ])
})

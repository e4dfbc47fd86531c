import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePorts, until } from '../e2e/support/processes.js'
import { signInAtAccount, takePictures } from './pictures.js'
import { environment, newPage, npmRun, runToEnd } from './support.js'
import { applications, tarball } from './tools.js'

/* Servers on Node.js: applications with the files that `init` writes, started with the commands that it prints, and the code of the pages about servers. */

type Files = Readonly<Record<string, string>>

/** Creates an application with the packages, installed from the tarball of this package. */
async function createApplication(
  name: string,
  files: Files,
  { devDependencies = {}, scripts = {}, ...packages }: Readonly<Record<string, object>>,
): Promise<string> {
  const application = path.join(applications, name)
  const dependencies = { ...packages['dependencies'], authwright: `file:${tarball}` }
  rmSync(application, { recursive: true, force: true })
  const manifest = { name, type: 'module', private: true, scripts, dependencies, devDependencies }
  write(application, { 'package.json': JSON.stringify(manifest), ...files })
  await npmRun(application, ['install', '--no-audit', '--no-fund'])
  return application
}

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

/** Starts a server with a command of a shell, and returns its URL once it responds. */
async function start(cwd: string, command: string, variables: Record<string, string> = {}): Promise<string> {
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  const server = execa(command, {
    all: true,
    cwd,
    detached: true,
    env: environment({ PORT: String(port), ...variables }),
    extendEnv: false,
    reject: false,
    shell: true,
    stdin: 'ignore',
  })
  let output = ''
  let ended = false
  server.all.on('data', (chunk) => {
    output += chunk
  })
  const end = server.then(() => {
    ended = true
  })
  onTestFinished(async () => {
    if (server.pid !== undefined && !ended) process.kill(-server.pid, 'SIGKILL')
    await end
  })
  await until('the server responds', async () => {
    if (ended) throw new Error(`The server ended:\n${output}`)
    return fetch(url).then(
      () => true,
      () => false,
    )
  })
  return url
}

/** The response to a browser that names another host. `fetch` would overwrite the header. */
function sendAs(host: string, url: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/html' }
    request(url, { headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
      .on('error', reject)
      .end()
  })
}

const typescript = { '@types/node': '^24.0.0', tsx: '^4.20.0', typescript: '^6.0.3' }
const compilerOptions = {
  target: 'ESNext',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  outDir: './dist',
  rootDir: './src',
}

describe.each([
  {
    name: 'generated-hono',
    files: {
      'tsconfig.json': JSON.stringify({ compilerOptions }),
      'src/index.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => c.text('Hello Hono!'))

serve({ fetch: app.fetch, port: Number(process.env.PORT) })
`,
    },
    packages: {
      scripts: { dev: 'tsx watch src/index.ts', build: 'tsc', start: 'node dist/index.js' },
      dependencies: { '@hono/node-server': '^2.0.0', hono: '^4.10.0' },
      devDependencies: typescript,
    },
  },
  ...['^5.1.0', '^4.21.0'].map((express) => ({
    name: `generated-express-${express[1]}`,
    files: {
      'server.js': `import express from 'express'

const app = express()

app.get('/', (request, response) => {
  response.send('Hello')
})

app.listen(process.env.PORT)
`,
    },
    packages: { dependencies: { express } },
  })),
])('$name', ({ name, files, packages }) => {
  let application = ''
  let said = ''

  beforeAll(async () => {
    application = await createApplication(name, files, packages)
    said = await runToEnd('npm', application, ['exec', '--', 'authwright', 'init', '--yes'])
  })

  test('a user signs in after the command that init prints for development', async () => {
    const [, command = ''] = said.match(/^Next: (.+?), open /m) ?? []
    const url = await start(application, command)
    const page = await newPage()
    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: /GitHub \(development\)/ }).click()
    await page.getByRole('button', { name: /Alice/ }).click()
    await page.getByText('Signed in as Alice').waitFor()
    expect(await page.title()).toBe('Account')
  })

  test('the account page fits every screen size (pictures)', async () => {
    const [, command = ''] = said.match(/^Next: (.+?), open /m) ?? []
    const url = await start(application, command)
    const page = await newPage()
    await signInAtAccount(page, url)
    await takePictures(page, name, 'account')
  })

  test('in production, the account page refuses an untrusted host like all routes do', async () => {
    const [, command = ''] = said.match(/^In production: (.+)$/m) ?? []
    const url = await start(application, command)
    const shown = await sendAs('shop.example', `${url}/account`)
    const route = await sendAs('shop.example', `${url}/auth/signin`)
    expect([shown.status, route.status]).toEqual([421, 421])
    expect(shown.body).toContain('This address does not belong to the site')
    expect(await fetch(`${url}/account`, { redirect: 'manual' })).toMatchObject({ status: 302 })
  })
})

/** The code blocks of a documentation page. */
function blocksOf(page: string): readonly string[] {
  const text = readFileSync(path.resolve('docs', page), 'utf8')
  return [...text.matchAll(/^```(?:ts|js)\b[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

/** The only code block of a page that contains a string, with `PORT` as its port. */
function blockWith(page: string, text: string): string {
  const found = blocksOf(page).filter((code) => code.includes(text))
  if (found.length !== 1) throw new Error(`docs/${page} has ${found.length} blocks with ${text}.`)
  return (found[0] ?? '').replaceAll('listen(3000)', 'listen(process.env.PORT)')
}

describe('the code of the pages about servers', () => {
  let application = ''
  const other = 'other-frameworks.md'
  const imports =
    "import { toNodeHandler, toWebRequest } from 'authwright/node'\nimport { auth } from './auth'\n"
  const listen = 'createServer(toNodeHandler(fetch)).listen(process.env.PORT)\n'

  /** The code in the row of a server in the table of the page. */
  const rowOf = (server: string): string => {
    const text = readFileSync(path.resolve('docs', other), 'utf8')
    return text.match(new RegExp(`^\\| ${server}[^|]*\\| \`([^\`]+)\``, 'm'))?.[1] ?? ''
  }
  /** The part for Koa or Fastify of the block about both. */
  const partOf = (server: 'Koa' | 'Fastify'): string => {
    const [shared = '', koa = '', fastify = ''] = blockWith(other, '// Koa 3').split(
      /^\/\/ (?:Koa|Fastify).*$/m,
    )
    return shared + (server === 'Koa' ? koa : fastify)
  }

  const servers: Readonly<Record<string, () => string>> = {
    'the server of the section about Node.js': () => blockWith(other, 'const pages = toNodeHandler'),
    'the listener of the section about Node.js': () =>
      blockWith(other, 'response.writeHead(500)')
        .replace(
          'createServer(async (request, response) => {\n',
          "const routes = toNodeHandler(auth.handler)\ncreateServer(async (request, response) => {\n  if (request.url?.startsWith('/auth/')) return routes(request, response)\n",
        )
        .replace('{ toWebRequest }', '{ toNodeHandler, toWebRequest }'),
    'the function fetch': () =>
      `import { createServer } from 'node:http'\nimport { toNodeHandler } from 'authwright/node'\nimport { fetch } from './fetch'\n${listen}`,
    'Cloudflare Workers': () =>
      `import { createServer } from 'node:http'\nimport { toNodeHandler } from 'authwright/node'\n${blockWith(other, 'export default {').replace('export default', 'const worker =')}\ncreateServer(toNodeHandler((request) => worker.fetch(request))).listen(process.env.PORT)\n`,
    Hono: () =>
      `${imports}import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\nconst app = new Hono()\n${rowOf('Hono')}\napp.get('/', async (c) => {\n  const session = await auth.auth(c.req.raw)\n  return c.text(session ? \`Hello \${session.user.name}\` : 'Please sign in')\n})\nserve({ fetch: app.fetch, port: Number(process.env.PORT) })\n`,
    Express: () =>
      `${imports}import express from 'express'\nconst app = express()\n${rowOf('Express')}\napp.use(express.json())\napp.get('/', async (request, response) => {\n  const session = await auth.auth(toWebRequest(request))\n  response.send(session ? \`Hello \${session.user.name}\` : 'Please sign in')\n})\napp.listen(process.env.PORT)\n`,
    Koa: () =>
      `${imports}import Koa from 'koa'\nconst app = new Koa()\n${partOf('Koa')}\napp.use(async (context) => {\n  const session = await auth.auth(toWebRequest(context.req))\n  context.body = session ? \`Hello \${session.user.name}\` : 'Please sign in'\n})\napp.listen(process.env.PORT)\n`,
    Fastify: () =>
      `${imports}import Fastify from 'fastify'\nconst fastify = Fastify()\n${partOf('Fastify')}\nfastify.get('/', async (request) => {\n  const session = await auth.auth(toWebRequest(request.raw))\n  return session ? \`Hello \${session.user.name}\` : 'Please sign in'\n})\nawait fastify.listen({ port: Number(process.env.PORT), host: 'localhost' })\n`,
    h3: () =>
      `import { H3, serve } from 'h3'\nimport { auth } from './auth'\n${blockWith(other, 'new H3()')}\napp.get('/', async (event) => {\n  const session = await auth.auth(event.req)\n  return session ? \`Hello \${session.user.name}\` : 'Please sign in'\n})\nserve(app, { port: Number(process.env.PORT) })\n`,
  }

  beforeAll(async () => {
    const auth = blockWith(other, '// auth.ts')
      .replace(
        '.provider(github())',
        ".provider(process.env.NODE_ENV === 'development' ? dev({ as: github() }) : github())",
      )
      .replace('import { github }', "import { dev } from 'authwright/dev'\nimport { github }")
    application = await createApplication(
      'documented-servers',
      {
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            ...compilerOptions,
            module: 'ESNext',
            moduleResolution: 'Bundler',
            rootDir: '.',
          },
        }),
        'auth.ts': auth,
        'fetch.ts': blockWith(other, '// fetch.ts'),
      },
      {
        dependencies: {
          '@hono/node-server': '^2.0.0',
          express: '^5.1.0',
          fastify: '^5.0.0',
          h3: '^2.0.8',
          hono: '^4.10.0',
          koa: '^3.0.0',
        },
        devDependencies: typescript,
      },
    )
    await runToEnd('npm', application, ['exec', '--', 'authwright', 'secret', '--write'])
    for (const [name, code] of Object.entries(servers)) write(application, { [`${fileOf(name)}`]: code() })
  })

  const fileOf = (name: string): string => `${name.replaceAll(' ', '-').toLowerCase()}.ts`

  test.each(Object.keys(servers))('a user signs in: %s', async (name) => {
    const command = `NODE_ENV=development npx tsx --env-file=.env ${fileOf(name)}`
    const url = await start(application, command)
    const page = await newPage()
    await page.goto(`${url}/auth/signin?callbackUrl=/`)
    await page.getByRole('button', { name: /GitHub \(development\)/ }).click()
    await page.getByRole('button', { name: /Alice/ }).click()
    await page.getByText('Hello Alice').waitFor()
  })

  test.each(Object.keys(servers))(
    'a request with an untrusted host does not end a server: %s',
    async (name) => {
      const command = `NODE_ENV=production npx tsx --env-file=.env ${fileOf(name)}`
      const url = await start(application, command)
      expect((await sendAs('shop.example', `${url}/auth/session`)).status).toBe(421)
      const shown = await sendAs('shop.example', url)
      // The listener of the page about Node.js responds to every error with 500.
      expect(shown.status).toBe(name.startsWith('the listener') ? 500 : 421)
      expect((await fetch(`${url}/auth/signin`)).status).toBe(200)
    },
  )
})

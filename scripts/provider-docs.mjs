/*
 * A page for each built-in OAuth and OpenID Connect provider, and their index, in docs/providers/: made of the provider's own
 * data, its documentation comment and docs/providers/catalogue.json. Without --write, a page that differs is a problem.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const folder = path.join(root, 'docs/providers')
/**
 * @type {{
 *   providers: Record<string, { console: string, create: string, callback?: string, options?: string, variables?: string[], note?: string,
 *     checked?: { date: string, source: string } }>
 *   ended: Record<string, { name: string, since: string, instead: string, source: string }>
 * }}
 */
const catalogue = JSON.parse(readFileSync(path.join(folder, 'catalogue.json'), 'utf8'))

/** Entry points that are no single provider of OAuth or OpenID Connect. */
const others = new Set(['oauth', 'oidc'])

/** @param {string} id */
async function load(id) {
  const module = await import(pathToFileURL(path.join(root, `dist/providers/${id}.js`)).href)
  for (const [name, factory] of Object.entries(module)) {
    if (typeof factory !== 'function' || factory.length > 1) continue
    const provider = others.has(id) || !catalogue.providers[id] ? undefined : factory({})
    if (provider?.type === 'oauth' || provider?.type === 'oidc') return { name, provider }
  }
  return undefined
}

/** @param {string} id */
function sourceOf(id) {
  const source = readFileSync(path.join(root, `src/providers/${id}.ts`), 'utf8')
  const comment = source.match(/\/\*\*\n \* Sign-in with[\s\S]*?\*\//)?.[0] ?? ''
  const paragraphs = comment
    .replace(/^\/\*\*\n|^ \*\/?/gm, '')
    .split(/\n\s*\n/)
    .map((text) => text.trim().replace(/\n\s*/g, ' '))
  const notes = paragraphs
    .slice(1)
    .filter(
      (text) =>
        text !== '' && !text.startsWith('@') && !text.startsWith('```') && !/^(import|export) /.test(text),
    )
  const see = comment.match(/@see (\S+)/)?.[1]
  const profile = source.match(/export interface (\w+Profile)\b/)?.[1]
  const [, params, body = ''] =
    source.match(/export interface (\w+AuthorizationParams)\b[^{]*\{\n([\s\S]*?)\n\}/) ?? []
  const names = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  return {
    params,
    paramNames: names,
    notes: notes.slice(0, notes.findIndex((text) => text.includes('@param')) >>> 0),
    see,
    profile,
  }
}

/** @param {string} id @param {any} provider */
function variablesOf(id, { type, issuer, defaultIssuer, authorization, token, userinfo }) {
  const isNeeded = type === 'oidc' || JSON.stringify([authorization, token, userinfo]).includes('{issuer}')
  const needsIssuer = isNeeded && issuer === undefined && defaultIssuer === undefined
  return [...(catalogue.providers[id]?.variables ?? ['ID', 'SECRET']), ...(needsIssuer ? ['ISSUER'] : [])]
}

/** @param {string} id @param {string} what */
function variable(id, what) {
  return `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${what}`
}

/** @param {string} id @param {{ name: string, provider: any }} loaded */
function page(id, { name, provider }) {
  const entry = catalogue.providers[id]
  const { notes, see, profile, params, paramNames } = sourceOf(id)
  const scope = provider.authorization?.params?.scope ?? 'openid profile email'
  const variables = variablesOf(id, provider).map((what) => variable(id, what))
  const issuer = provider.issuer ?? provider.defaultIssuer
  const register = entry
    ? [
        `Create ${entry.create} in the [provider's console](${entry.console}). Register the callback address${entry.callback ? ` as **${entry.callback}**` : ''}:`,
        '',
        '| framework | callback address |',
        '|---|---|',
        `| Next.js, SolidStart | \`https://<your application>/api/auth/callback/${id}\` |`,
        `| SvelteKit, others | \`https://<your application>/auth/callback/${id}\` |`,
      ]
    : []
  return `${[
    `# ${provider.name}`,
    '',
    '```ts title="auth.ts"',
    "import { createAuth } from 'authwright'",
    `import { ${name} } from 'authwright/providers/${id}'`,
    '',
    `export const auth = createAuth().provider(${name}(${entry?.options ?? ''})).build()`,
    '```',
    '',
    '## Set up',
    '',
    ...register,
    '',
    'Set the variables:',
    '',
    '```sh title=".env"',
    ...variables.map((name) => `${name}=`),
    '```',
    '',
    '## Defaults',
    '',
    '| | |',
    '|---|---|',
    `| protocol | ${provider.type === 'oidc' ? 'OpenID Connect' : 'OAuth 2'} |`,
    ...(issuer
      ? [`| issuer | ${provider.issuer ? '' : `\`${variable(id, 'ISSUER')}\`, else `}\`${issuer}\` |`]
      : []),
    `| scope | ${scope === '' ? 'none' : `\`${scope}\``} |`,
    ...(params
      ? [
          `| parameters for \`signIn\` and \`authorization.params\` | ${paramNames.map((name) => `\`${name}\``).join(', ')}${provider.type === 'oidc' ? ' and those of OpenID Connect' : ''}: the type \`${params}\` of \`authwright/providers/${id}\` |`,
        ]
      : provider.type === 'oidc'
        ? ['| parameters for `signIn` and `authorization.params` | those of OpenID Connect, and any string |']
        : []),
    `| client authentication | \`${provider.client?.token_endpoint_auth_method ?? 'client_secret_basic'}\` |`,
    `| checks | ${checksOf(provider)} |`,
    ...(profile ? [`| profile | the type \`${profile}\` of \`authwright/providers/${id}\` |`] : []),
    `| id | \`${provider.id}\` |`,
    '',
    ...notes.flatMap((note) => [note, '']),
    ...(see ? [`[Documentation of ${provider.name}](${see})`, ''] : []),
    ...(entry?.checked
      ? [
          `Endpoints and scopes were last compared with [the documentation](${entry.checked.source}) on ${entry.checked.date}.`,
          '',
        ]
      : []),
  ]
    .join('\n')
    .trimEnd()}\n`
}

/** @param {any} provider */
function checksOf({ type, checks }) {
  const chosen = new Set(['state', ...(checks ?? (type === 'oidc' ? ['pkce', 'nonce'] : ['pkce']))])
  return [...chosen].map((check) => (check === 'pkce' ? 'PKCE' : `\`${check}\``)).join(', ')
}

const ids = readdirSync(path.join(root, 'src/providers'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'))
const loaded = await Promise.all(ids.map(async (id) => ({ id, found: await load(id) })))
const providers = loaded.flatMap(({ id, found }) => (found ? [{ id, found }] : []))

/** @type {Map<string, string>} */
const pages = new Map(providers.map(({ id, found }) => [`${id}.md`, page(id, found)]))
pages.set(
  'README.md',
  `${[
    '# Providers',
    '',
    'Each is a function of `authwright/providers/<id>`. Any other OpenID Provider is `oidc()`, any other OAuth 2 server `oauth()`: see [configuration](../configuration.md).',
    '',
    '| provider | id | protocol | variables |',
    '|---|---|---|---|',
    ...providers.map(
      ({ id, found: { provider } }) =>
        `| [${provider.name}](${id}.md)${catalogue.providers[id]?.note ? ` (${catalogue.providers[id].note})` : ''} | \`${id}\` | ${provider.type === 'oidc' ? 'OpenID Connect' : 'OAuth 2'} | \`${variable(id, 'ID')}\`${variablesOf(
          id,
          provider,
        )
          .slice(1)
          .map((what) => `, \`…_${what}\``)
          .join('')} |`,
    ),
    '',
    '## Services that have ended',
    '',
    '| service | since | instead |',
    '|---|---|---|',
    ...Object.values(catalogue.ended).map(
      ({ name, since, instead, source }) => `| [${name}](${source}) | ${since} | ${instead} |`,
    ),
  ].join('\n')}\n`,
)

/** @type {string[]} */
const problems = []
mkdirSync(folder, { recursive: true })
const present = readdirSync(folder).filter((file) => file.endsWith('.md'))
for (const [name, text] of pages) {
  const file = path.join(folder, name)
  if (present.includes(name) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--write')) writeFileSync(file, text)
  else
    problems.push(`docs/providers/${name} is not up to date. Run "node scripts/provider-docs.mjs --write".`)
}
for (const name of present) {
  if (!pages.has(name)) problems.push(`docs/providers/${name} is the page of no provider. Delete it.`)
}
for (const { id } of providers) {
  if (!catalogue.providers[id]) problems.push(`docs/providers/catalogue.json lacks "${id}".`)
}
report(problems, `${providers.length} providers have their pages.`)

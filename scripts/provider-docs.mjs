/*
 * A page for each built-in OAuth and OpenID Connect provider, and their index, in docs/providers/: made of the provider's own
 * data, its documentation comment and docs/providers/catalogue.json. Without --write, a page that differs is a problem.
 *
 * `checked` of an entry: for each source, a page or a repository of `sources`, which addresses of the provider it has, too.
 * `differs`: why an address is not the one of `@auth/core`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const folder = path.join(root, 'docs/providers')
/**
 * @type {{
 *   providers: Record<string, { console: string, create: string, callback?: string, options?: string, variables?: string[], note?: string,
 *     checked?: { date: string, with: Record<string, string[]>, remark?: string }, differs?: Record<string, string> }>
 *   ended: Record<string, { name: string, since: string, instead: string, source: string }>
 *   sources: Record<string, { commit: string, date: string }>
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
    if (provider?.type === 'oauth' || provider?.type === 'oidc') return { name, provider, factory }
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
    ...(entry?.checked ? lastCheck(provider, entry.checked) : []),
  ]
    .join('\n')
    .trimEnd()}\n`
}

/** @param {any} provider the addresses of it that are fixed */
function addressesOf({ type, issuer, defaultIssuer }) {
  if (type === 'oauth') return ['authorization', 'token', 'userinfo']
  return (issuer ?? defaultIssuer) ? ['issuer'] : []
}

/** @param {string} source */
function linkOf(source) {
  if (source.startsWith('https:')) return `[a page of ${new URL(source).hostname}](${source})`
  const version = catalogue.sources[source]
  return version
    ? `[${source}](https://github.com/${source}/tree/${version.commit}) of ${version.date}`
    : source
}

/** @param {any} provider @param {{ date: string, with: Record<string, string[]>, remark?: string }} checked */
function lastCheck(provider, { date, with: sources, remark }) {
  const found = new Set(Object.values(sources).flat())
  const missing = addressesOf(provider).filter((address) => !found.has(address))
  const rows = Object.entries(sources).map(
    ([source, addresses]) =>
      `| ${addresses.map((address) => `\`${address}\``).join(', ')} | ${linkOf(source)} |`,
  )
  if (missing.length > 0) {
    rows.push(`| ${missing.map((address) => `\`${address}\``).join(', ')} | no source could be read |`)
  }
  return [
    '## Last check',
    '',
    ...(rows.length > 0
      ? [
          `Compared with published sources on ${date}. No request was sent to ${provider.name}, and scopes and profile were not compared.`,
          '',
          '| address | same address in |',
          '|---|---|',
          ...rows,
        ]
      : [`${date}: no address to compare. The issuer is your own, and its metadata names the endpoints.`]),
    '',
    ...(remark ? [remark, ''] : []),
  ]
}

/** The addresses of a provider, as its function or that of the other library returns it. @param {any} provider */
function addresses(provider) {
  /** @param {any} endpoint @returns {string | undefined} */
  const url = (endpoint) => (typeof endpoint === 'string' ? endpoint : endpoint?.url)?.split(/[?#]/)[0]
  const { issuer, defaultIssuer, authorization, token, userinfo } = provider
  return Object.fromEntries(
    Object.entries({ authorization, token, userinfo }).map(([name, endpoint]) => [
      name,
      url(endpoint)?.replace('{issuer}', String(issuer ?? defaultIssuer).replace(/\/$/, '')),
    ]),
  )
}

/** Addresses of the other library that are not ours. @param {string} id @param {(options: any) => any} ours */
async function differencesOf(id, ours) {
  const module = new URL(
    `../node_modules/@auth/core/providers/${id === 'hydra' ? 'ory-hydra' : id}.js`,
    import.meta.url,
  )
  if (!existsSync(module)) return []
  const { default: make } = await import(module.href)
  const client = { clientId: 'id', clientSecret: 'secret' }
  const account = { accountID: '1', accountId: '1', userinfo: 'https://1.restlets.api.netsuite.com/me' }
  const provider = ours({})
  const isIssuerGiven = variablesOf(id, provider).includes('ISSUER')
  // Osso's function of the other library expects a slash at the end.
  const issuer = `https://issuer.example${id === 'osso' ? '/' : ''}`
  const given = { ...client, ...(isIssuerGiven && { issuer }), ...(id === 'netsuite' && account) }
  const published = make(given)
  const their = addresses({ ...published, ...published.options })
  const own = addresses({ ...ours(given), ...(isIssuerGiven && { issuer }) })
  const absent = provider.type === 'oidc' ? 'discovered' : 'a separate request'
  /** @param {string | undefined} address */
  const shown = (address) =>
    address ? `\`${address.replace('https://issuer.example', '{issuer}')}\`` : absent
  return Object.keys(own)
    .filter((name) => their[name] !== own[name])
    .map((name) => ({ name, their: shown(their[name]), own: shown(own[name]) }))
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

const differences = (
  await Promise.all(
    providers.map(async ({ id, found }) =>
      (await differencesOf(id, found.factory)).map((difference) => ({ id, found, ...difference })),
    ),
  )
).flat()

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
    '## Addresses that are not those of Auth.js',
    '',
    'Where "discovered" stands, the metadata of the issuer names the endpoint.',
    '',
    '| provider | endpoint | `@auth/core` | Authwright | why |',
    '|---|---|---|---|---|',
    ...differences.map(
      ({ id, found, name, their, own }) =>
        `| [${found.provider.name}](${id}.md) | ${name} | ${their} | ${own} | ${catalogue.providers[id]?.differs?.[name] ?? ''} |`,
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
for (const { id, found } of providers) {
  const entry = catalogue.providers[id]
  if (!entry) problems.push(`docs/providers/catalogue.json lacks "${id}".`)
  if (!entry?.checked) problems.push(`docs/providers/catalogue.json lacks when "${id}" was checked.`)
  for (const source of Object.keys(entry?.checked?.with ?? {})) {
    if (!source.startsWith('https:') && !catalogue.sources[source])
      problems.push(`docs/providers/catalogue.json names no version of the source ${source}, of "${id}".`)
  }
  const differing = differences.filter((difference) => difference.id === id).map(({ name }) => name)
  const explained = Object.keys(entry?.differs ?? {})
  if (differing.sort().join() !== explained.sort().join()) {
    problems.push(
      `docs/providers/catalogue.json explains [${explained}] of ${found.provider.name}, and [${differing}] differ from @auth/core.`,
    )
  }
}
report(problems, `${providers.length} providers have their pages.`)

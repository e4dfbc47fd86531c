/*
 * A page for each built-in OAuth and OpenID Connect provider, and their index, in docs/providers/: made of the provider's own
 * data, its documentation comment and docs/providers/catalogue.json. Without --write, a page that differs is a problem.
 *
 * `checked` of an entry: `documentation` lists pages of the provider, and what each confirms; `with`, for each other source, a
 * page or a repository of `sources`, which addresses of the provider it has, too.
 * `differs`: why an address is not the one of `@auth/core`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const folder = path.join(root, 'docs/providers')
const endpoints = ['issuer', 'authorization', 'token', 'userinfo']
/** What a page of a provider can confirm. */
const statements = [...endpoints, 'scope', 'client authentication', 'PKCE', 'profile', 'id', 'email verified']
/**
 * @typedef {{ date: string, documentation?: { url: string, says: string[] }[], with: Record<string, string[]>, remark?: string }} Checked
 * @type {{
 *   providers: Record<string, { console: string, create: string, callback?: string, options?: string, variables?: string[], note?: string,
 *     checked?: Checked, differs?: Record<string, string> }>
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
  const notes = comment
    .replace(/ \* @[\s\S]*/, '')
    .replace(/^\/\*\*\n|^ \*\/?/gm, '')
    .split(/\n\s*\n/)
    .slice(1)
    .map((text) => text.trim().replace(/\n\s*/g, ' '))
    .filter(Boolean)
  const see = comment.match(/@see (\S+)/)?.[1]
  const profile = source.match(/export interface (\w+Profile)\b/)?.[1]
  const [, params, body = ''] =
    source.match(/export interface (\w+AuthorizationParams)\b[^{]*\{\n([\s\S]*?)\n\}/) ?? []
  const paramNames = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name)
  return { params, paramNames, notes, see, profile }
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

/** @param {string} name a template @param {Record<string, string | undefined>} values a line that names an absent one is left out */
function fill(name, values) {
  const lines = readFileSync(path.join(root, 'scripts/provider-pages', name), 'utf8').split('\n')
  return `${lines
    .filter((line) => [...line.matchAll(/{{(\w+)}}/g)].every(([, key = '']) => values[key] !== undefined))
    .map((line) => line.replaceAll(/{{(\w+)}}/g, (_, key) => values[key] ?? ''))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

/** @param {string} id @param {{ name: string, provider: any }} loaded */
function page(id, { name: factory, provider }) {
  const { notes, see, profile, params, paramNames } = sourceOf(id)
  const { create, console, options, callback, checked } = catalogue.providers[id] ?? {}
  const scope = provider.authorization?.params?.scope ?? 'openid profile email'
  const issuer = provider.issuer ?? provider.defaultIssuer
  const openID = provider.type === 'oidc' ? 'those of OpenID Connect' : undefined
  const own = `${paramNames.map((name) => `\`${name}\``).join(', ')}${openID ? ` and ${openID}` : ''}: the type \`${params}\` of \`authwright/providers/${id}\``
  return fill('provider.md', {
    name: provider.name,
    factory,
    id,
    options: options ?? '',
    create,
    where:
      console && isGuide(console)
        ? `, as [its documentation](${console}) describes`
        : ` in the [provider's console](${console})`,
    callback: callback ? ` as **${callback}**` : '',
    variables: [
      ...variablesOf(id, provider).map((what) => variable(id, what)),
      ...[...(options ?? '').matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name),
    ]
      .map((name) => `${name}=`)
      .join('\n'),
    protocol: protocolOf(provider),
    issuer: issuer && `${provider.issuer ? '' : `\`${variable(id, 'ISSUER')}\`, else `}\`${issuer}\``,
    scope: scope === '' ? 'none' : `\`${scope}\``,
    params: params ? own : openID && `${openID}; other parameters are accepted as strings`,
    authentication: provider.client?.token_endpoint_auth_method ?? 'client_secret_basic',
    checks: checksOf(provider),
    profile,
    notes: notes.length > 0 ? notes.join('\n\n') : undefined,
    see,
    ...(checked && lastCheck(provider, checked)),
  })
}

/** Whether the address is a page of documentation, for a provider that each operator runs. @param {string} url */
function isGuide(url) {
  return /\/docs?\/|\/\/docs[.]|readthedocs/.test(url)
}

/** @param {any} provider */
function protocolOf({ type }) {
  return type === 'oidc' ? 'OpenID Connect' : 'OAuth 2'
}

/** The addresses that are fixed. @param {any} provider */
function addressesOf(provider) {
  if (provider.type === 'oauth')
    return ['authorization', 'token', 'userinfo'].filter((name) => provider[name])
  return (provider.issuer ?? provider.defaultIssuer) ? ['issuer'] : []
}

/** @param {string} source */
function linkOf(source) {
  if (source.startsWith('https:')) {
    const { hostname, pathname } = new URL(source)
    const [, owner, name] = pathname.split('/')
    return `[a page of ${hostname === 'github.com' ? `${owner}/${name}` : hostname}](${source})`
  }
  const { commit, date } = catalogue.sources[source] ?? {}
  return `[${source}](https://github.com/${source}/tree/${commit}) of ${date}`
}

/** What the provider's own documentation confirms. @param {Checked | undefined} checked */
function confirmedBy(checked) {
  return new Set(checked?.documentation?.flatMap(({ says }) => says))
}

/** @param {any} provider @param {Checked} checked */
function lastCheck(provider, checked) {
  const { date, documentation = [], with: sources, remark } = checked
  const read = [...documentation, ...Object.entries(sources).map(([url, says]) => ({ url, says }))]
  const found = new Set(read.flatMap(({ says }) => says))
  const missing = addressesOf(provider).filter((address) => !found.has(address))
  const open = ['scope', 'profile'].filter((name) => !confirmedBy(checked).has(name)).join(' and ')
  const compared = [
    documentation.length > 0 && `the documentation of ${provider.name}`,
    Object.keys(sources).length > 0 && 'published sources',
  ].filter(Boolean)
  const rows = read.map(({ url, says }) => `| ${shown(says)} | ${linkOf(url)} |`)
  if (missing.length > 0) rows.push(`| ${shown(missing)} | no source could be read |`)
  return {
    date,
    compared: compared.length > 0 ? compared.join(' and of ') : undefined,
    unread: read.length === 0 && rows.length > 0 ? date : undefined,
    own: rows.length === 0 ? date : undefined,
    open: open && ` Not compared: ${open}.`,
    sources: rows.length > 0 ? ['| default | source |', '|---|---|', ...rows].join('\n') : undefined,
    remark,
  }
}

/** @param {string[]} names */
function shown(names) {
  return names.map((name) => (endpoints.includes(name) ? `\`${name}\`` : name)).join(', ')
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
/** @param {string} name */
const countOf = (name) =>
  providers.filter(({ id }) => confirmedBy(catalogue.providers[id]?.checked).has(name)).length
const fixed = providers.filter(({ found: { provider } }) => addressesOf(provider).length > 0)
const documented = fixed.filter(({ id, found: { provider } }) => {
  const confirmed = confirmedBy(catalogue.providers[id]?.checked)
  return addressesOf(provider).every((name) => confirmed.has(name))
})
pages.set(
  'README.md',
  fill('README.md', {
    count: String(providers.length),
    providers: providers
      .map(({ id, found: { provider } }) => {
        const { note } = catalogue.providers[id] ?? {}
        const [, ...rest] = variablesOf(id, provider)
        return `| [${provider.name}](${id}.md)${note ? ` (${note})` : ''} | \`${id}\` | ${protocolOf(provider)} | \`${variable(id, 'ID')}\`${rest.map((what) => `, \`…_${what}\``).join('')} |`
      })
      .join('\n'),
    confirmed: [
      `| the issuer, or each endpoint | ${documented.length} of the ${fixed.length} with an address that is not your own |`,
      ...statements
        .filter((name) => !endpoints.includes(name))
        .map((name) => `| ${name} | ${countOf(name)} |`),
    ].join('\n'),
    differences: differences
      .map(
        ({ id, found, name, their, own }) =>
          `| [${found.provider.name}](${id}.md) | ${name} | ${their} | ${own} | ${catalogue.providers[id]?.differs?.[name] ?? ''} |`,
      )
      .join('\n'),
    ended: Object.values(catalogue.ended)
      .map(({ name, since, instead, source }) => `| [${name}](${source}) | ${since} | ${instead} |`)
      .join('\n'),
  }),
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
  for (const { url, says } of entry?.checked?.documentation ?? []) {
    if (!url.startsWith('https://')) problems.push(`${url}, of "${id}", is not the address of a page.`)
    const unknown = says.filter((name) => !statements.includes(name))
    if (unknown.length > 0)
      problems.push(
        `docs/providers/catalogue.json: ${url} says ${unknown} of "${id}": not one of ${statements.join(', ')}.`,
      )
  }
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

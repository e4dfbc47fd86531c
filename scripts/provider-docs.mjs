/*
 * Generates docs/providers/: a page for each built-in OAuth and OpenID Connect provider, and an index. The
 * pages consist of the data of the provider function, its documentation comment and
 * docs/providers/catalogue.json. Without --write, a page that differs is a problem.
 *
 * Members of a catalogue entry:
 *
 * - `checked.documentation`: pages of the provider, each with the statements that it confirms.
 * - `checked.with`: other sources, each with the URLs of the provider that it confirms. A source is the URL
 *   of a page, or a repository of `sources`.
 * - `localhost`: `false` if the provider accepts only `https:` callback URLs.
 * - `differs`: reasons why a URL is not the same as in `@auth/core`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'

const folder = path.join(root, 'docs/providers')
const endpoints = ['issuer', 'authorization', 'token', 'userinfo']
const statements = [...endpoints, 'scope', 'client authentication', 'PKCE', 'profile', 'id', 'email verified']
/**
 * @typedef {{ date: string, documentation?: { url: string, says: string[] }[], with: Record<string, string[]>, remark?: string }} Checked
 * @type {{
 *   providers: Record<string, { console: string, create: string, callback?: string, localhost?: false, options?: string, variables?: string[], note?: string,
 *     checked?: Checked, differs?: Record<string, string> }>
 *   ended: Record<string, { name: string, since: string, instead: string, source: string }>
 *   sources: Record<string, { commit: string, date: string }>
 * }}
 */
const catalogue = JSON.parse(readFileSync(path.join(folder, 'catalogue.json'), 'utf8'))

/** Modules that create any OAuth or OpenID Connect provider, so that they have no page. */
const generic = new Set(['oauth', 'oidc', 'with-id'])

/** @param {string} id */
async function load(id) {
  const source = readFileSync(path.join(root, `src/providers/${id}.ts`), 'utf8')
  // Provider functions of other kinds throw without options, and have no page.
  if (generic.has(id) || !/OAuthProvider|OIDCProvider/.test(source)) return undefined
  const module = await import(pathToFileURL(path.join(root, `dist/providers/${id}.js`)).href)
  for (const [name, factory] of Object.entries(module)) {
    if (typeof factory !== 'function' || factory.length > 1) continue
    const provider = factory({})
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

/** @param {string} id @param {string} suffix such as `SECRET` */
function variable(id, suffix) {
  return `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${suffix}`
}

/**
 * Fills in a template. A line with a value that is `undefined` is left out.
 *
 * @param {string} name
 * @param {Record<string, string | undefined>} values
 */
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
  const { create, console, options, callback, localhost, checked } = catalogue.providers[id] ?? {}
  const scope = provider.authorization?.params?.scope ?? 'openid profile email'
  const issuer = provider.issuer ?? provider.defaultIssuer
  const openID = provider.type === 'oidc' ? 'those of OpenID Connect' : undefined
  const paramList = `${paramNames.map((name) => `\`${name}\``).join(', ')}${openID ? ` and ${openID}` : ''}: the type \`${params}\` of \`authwright/providers/${id}\``
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
    // A line of the template can begin with one of these names. If the value of the name is `undefined`, the line is
    // left out.
    local: localhost === false ? undefined : '',
    tunnel: localhost === false ? '' : undefined,
    variables: [
      ...variablesOf(id, provider).map((suffix) => variable(id, suffix)),
      ...[...(options ?? '').matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name),
    ]
      .map((name) => `${name}=`)
      .join('\n'),
    protocol: protocolOf(provider),
    issuer:
      issuer &&
      `${provider.issuer ? '' : `\`${variable(id, 'ISSUER')}\`, else `}\`${issuer}\`${provider.type === 'oidc' ? ', unless you pass the option `issuer`' : ''}`,
    scope: scope === '' ? 'none' : `\`${scope}\``,
    params: params ? paramList : openID && `${openID}; other parameters are accepted as strings`,
    authentication: provider.client?.token_endpoint_auth_method ?? 'client_secret_basic',
    checks: checksOf(provider),
    profile,
    notes: notes.length > 0 ? notes.join('\n\n') : undefined,
    see,
    ...(checked && lastCheck(provider, checked)),
  })
}

/**
 * Whether a URL is a page of documentation instead of a console. Providers that users host themselves have no common console. @param
 * {string} url
 */
function isGuide(url) {
  return /\/docs?\/|\/\/docs[.]|readthedocs/.test(url)
}

/** @param {any} provider */
function protocolOf({ type }) {
  return type === 'oidc' ? 'OpenID Connect' : 'OAuth 2'
}

/** @param {any} provider */
function fixedUrlsOf(provider) {
  if (provider.type === 'oauth')
    return ['authorization', 'token', 'userinfo'].filter((name) => provider[name])
  return (provider.issuer ?? provider.defaultIssuer) ? ['issuer'] : []
}

/** @param {string} source */
function linkOf(source) {
  if (source.startsWith('https:')) {
    const { hostname, pathname } = new URL(source)
    if (hostname !== 'github.com') return `[a page of ${hostname}](${source})`
    const [, owner, name, , ...rest] = pathname.split('/')
    return `[\`${decodeURIComponent(rest.at(-1) ?? '')}\` of ${owner}/${name}](${source})`
  }
  const { commit, date } = catalogue.sources[source] ?? {}
  return `[${source}](https://github.com/${source}/tree/${commit}) of ${date}`
}

/** @param {Checked | undefined} checked */
function confirmedBy(checked) {
  return new Set(checked?.documentation?.flatMap(({ says }) => says))
}

/** @param {any} provider @param {Checked} checked */
function lastCheck(provider, checked) {
  const { date, documentation = [], with: sources, remark } = checked
  const read = [...documentation, ...Object.entries(sources).map(([url, says]) => ({ url, says }))]
  const found = new Set(read.flatMap(({ says }) => says))
  const missing = fixedUrlsOf(provider).filter((name) => !found.has(name))
  const open = ['scope', 'profile'].filter((name) => !confirmedBy(checked).has(name)).join(' and ')
  const compared = [
    documentation.length > 0 && `the documentation of ${provider.name}`,
    Object.keys(sources).length > 0 && 'published sources',
  ].filter(Boolean)
  const rows = read.map(({ url, says }) => `| ${listOf(says)} | ${linkOf(url)} |`)
  if (missing.length > 0) rows.push(`| ${listOf(missing)} | no source could be read |`)
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
function listOf(names) {
  return names.map((name) => (endpoints.includes(name) ? `\`${name}\`` : name)).join(', ')
}

/** @param {any} provider */
function endpointUrls(provider) {
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

/** @param {string} id @param {(options: any) => any} factory */
async function differencesOf(id, factory) {
  const module = new URL(
    `../node_modules/@auth/core/providers/${id === 'hydra' ? 'ory-hydra' : id}.js`,
    import.meta.url,
  )
  if (!existsSync(module)) return []
  const { default: make } = await import(module.href)
  const client = { clientId: 'id', clientSecret: 'secret' }
  const account = { accountID: '1', accountId: '1', userinfo: 'https://1.restlets.api.netsuite.com/me' }
  const provider = factory({})
  const needsIssuer = variablesOf(id, provider).includes('ISSUER')
  // The function of `@auth/core` for Osso expects a slash at the end of the issuer.
  const issuer = `https://issuer.example${id === 'osso' ? '/' : ''}`
  const options = { ...client, ...(needsIssuer && { issuer }), ...(id === 'netsuite' && account) }
  const published = make(options)
  const theirs = endpointUrls({ ...published, ...published.options })
  const ours = endpointUrls({ ...factory(options), ...(needsIssuer && { issuer }) })
  const absent = provider.type === 'oidc' ? 'discovered' : 'a separate request'
  /** @param {string | undefined} url */
  const display = (url) => (url ? `\`${url.replace('https://issuer.example', '{issuer}')}\`` : absent)
  return Object.keys(ours)
    .filter((name) => theirs[name] !== ours[name])
    .map((name) => ({ name, theirs: display(theirs[name]), ours: display(ours[name]) }))
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
const fixed = providers.filter(({ found: { provider } }) => fixedUrlsOf(provider).length > 0)
const documented = fixed.filter(({ id, found: { provider } }) => {
  const confirmed = confirmedBy(catalogue.providers[id]?.checked)
  return fixedUrlsOf(provider).every((name) => confirmed.has(name))
})
pages.set(
  'README.md',
  fill('README.md', {
    count: String(providers.length),
    providers: providers
      .map(({ id, found: { provider } }) => {
        const { note } = catalogue.providers[id] ?? {}
        const [, ...rest] = variablesOf(id, provider)
        return `| [${provider.name}](${id}.md)${note ? ` (${note})` : ''} | \`${id}\` | ${protocolOf(provider)} | \`${variable(id, 'ID')}\`${rest.map((suffix) => `, \`…_${suffix}\``).join('')} |`
      })
      .join('\n'),
    confirmed: [
      `| the issuer, or each endpoint | ${documented.length} of the ${fixed.length} with a fixed URL |`,
      ...statements
        .filter((name) => !endpoints.includes(name))
        .map((name) => `| ${name} | ${countOf(name)} |`),
    ].join('\n'),
    differences: differences
      .map(
        ({ id, found, name, theirs, ours }) =>
          `| [${found.provider.name}](${id}.md) | ${name} | ${theirs} | ${ours} | ${catalogue.providers[id]?.differs?.[name] ?? ''} |`,
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
  if (!pages.has(name)) problems.push(`docs/providers/${name} does not belong to a provider. Delete it.`)
}
for (const { id } of providers) {
  const entry = catalogue.providers[id]
  if (!entry) problems.push(`docs/providers/catalogue.json has no entry "${id}". Add it.`)
  else if (!entry.checked)
    problems.push(`docs/providers/catalogue.json: "${id}" has no member "checked". Add it.`)
  for (const { url, says } of entry?.checked?.documentation ?? []) {
    if (!url.startsWith('https://'))
      problems.push(
        `docs/providers/catalogue.json: "${url}" in the entry "${id}" is not an https URL. Correct it.`,
      )
    const unknown = says.filter((name) => !statements.includes(name))
    if (unknown.length > 0)
      problems.push(
        `docs/providers/catalogue.json: "says" of ${url} in the entry "${id}" has ${unknown}. Use ${statements.join(', ')}.`,
      )
  }
  for (const source of Object.keys(entry?.checked?.with ?? {})) {
    if (!source.startsWith('https:') && !catalogue.sources[source])
      problems.push(
        `docs/providers/catalogue.json: "${id}" was checked with ${source}, which "sources" lacks. Add its commit and date.`,
      )
  }
  const differing = differences.filter((difference) => difference.id === id).map(({ name }) => name)
  const explained = Object.keys(entry?.differs ?? {})
  if (differing.sort().join() !== explained.sort().join()) {
    problems.push(
      `docs/providers/catalogue.json: "differs" of "${id}" has [${explained}], but [${differing}] differ from @auth/core.`,
    )
  }
}
report(problems, `${providers.length} providers have their pages.`)

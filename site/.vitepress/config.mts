import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import llms from 'vitepress-plugin-llms'
import { markHints, typeHints } from './hints.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const pages = path.join(root, 'site/pages')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const titleOf = (file: string) =>
  readFileSync(path.join(pages, file), 'utf8')
    .match(/^# (.+)$/m)?.[1]
    ?.replaceAll(/[`\\]/g, '') ?? file

const item = (name: string): DefaultTheme.SidebarItem => ({ text: titleOf(`${name}.md`), link: `/${name}` })

const group = (text: string, names: readonly string[], collapsed = true): DefaultTheme.SidebarItem => ({
  text,
  collapsed,
  items: names.map(item),
})

/** The pages of a folder, but for its index. */
const folder = (name: string) =>
  readdirSync(path.join(pages, name))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => `${name}/${file.replace(/[.]md$/, '')}`)
    .sort()

const inFolder = (text: string, name: string): DefaultTheme.SidebarItem => ({
  text,
  link: `/${name}/`,
  collapsed: true,
  items: folder(name).map(item),
})

const groups = [
  group(
    'Start',
    ['installation', 'next', 'sveltekit', 'solid-start', 'nuxt', 'other-frameworks', 'node', 'dev', 'cli'],
    false,
  ),
  group(
    'Guides',
    [
      ...folder('guides'),
      'custom-session-fields',
      'email',
      'passkeys',
      'passwords',
      'sign-up',
      'users',
      'accounts',
      'sign-out',
      'tokens',
      'tenants',
      'pages',
    ],
    false,
  ),
  group('Browser', ['react', 'svelte', 'solid']),
  group('Concepts', [
    'concepts',
    'configuration',
    'types',
    'sessions',
    'session-tokens',
    'adapters',
    'stores',
    'limits',
  ]),
  group('Production', ['deployment', 'operations', 'performance', 'security', 'asvs']),
]
const listed = new Set(groups.flatMap(({ items = [] }) => items.map(({ link }) => link?.slice(1))))
const rest = readdirSync(pages)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/[.]md$/, ''))
  .filter((name) => !['index', 'comparison', 'differences'].includes(name) && !listed.has(name))

const migrating = existsSync(path.join(pages, 'migrating')) ? folder('migrating') : []

const manual: DefaultTheme.SidebarItem[] = [
  ...groups,
  group('Comparison and migration', ['comparison', 'differences', ...migrating]),
  ...(rest.length > 0 ? [group('More', rest)] : []),
  inFolder('Providers', 'providers'),
  inFolder('Rules', 'rules'),
]
const sidebar: DefaultTheme.SidebarItem[] = [
  ...manual,
  inFolder('Decisions', 'decisions'),
  {
    text: 'API reference',
    link: '/api/',
    collapsed: true,
    items: JSON.parse(readFileSync(path.join(pages, 'api/typedoc-sidebar.json'), 'utf8')),
  },
]

/** The anchor of a heading: that of GitHub, but with a hyphen for an underscore, as TypeDoc writes links. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(/[ _]/g, '-')

export default defineConfig({
  title: 'Authwright',
  description:
    'Authentication for TypeScript web applications, configured by a fluent builder that the compiler checks.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: pages,
  outDir: path.join(root, 'temp/site/html'),
  cacheDir: path.join(root, 'temp/site/cache'),
  cleanUrls: true,
  // Pages are plain Markdown: angle brackets and braces in them are text.
  markdown: {
    html: false,
    // Of the themes for both backgrounds, those whose colours can be read on them.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    attrs: { disable: true },
    // The links of docs/ and of the API reference use these anchors.
    anchor: { slugify: anchorOf },
    codeTransformers: [typeHints],
    config(md) {
      md.core.ruler.push('hints', markHints)
      for (const rule of ['text', 'code_inline'] as const) {
        const render = md.renderer.rules[rule]
        md.renderer.rules[rule] = (...args) => render?.(...args).replaceAll('{{', '&#123;&#123;') ?? ''
      }
    },
  },
  vite: {
    plugins: [
      llms({
        workDir: pages,
        ignoreFiles: ['decisions/**', 'api/**'],
        sidebar: manual,
        injectLLMHint: false,
      }),
    ],
    build: { chunkSizeWarningLimit: 4_000 },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/installation' },
      { text: 'Providers', link: '/providers/' },
      { text: 'Rules', link: '/rules/' },
      { text: 'API', link: '/api/' },
      { text: `v${version}`, link: '/decisions/' },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      // Types are for readers of a page.
      options: { _render: (text, env, md) => md.render(text, { ...env, relativePath: '' }) },
    },
    externalLinkIcon: true,
  },
})

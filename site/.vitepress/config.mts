import { readdirSync, readFileSync } from 'node:fs'
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

/** The pages of a folder, except its index. */
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

/** The four kinds of pages. */
const start = group(
  'Start',
  ['installation', 'next', 'sveltekit', 'solid-start', 'nuxt', 'other-frameworks', 'dev'],
  false,
)
const guides: DefaultTheme.SidebarItem = {
  text: 'Guides',
  collapsed: false,
  items: [
    group('Sign-in', [
      'email',
      'passkeys',
      'passwords',
      'guides/own-passwords',
      'sign-up',
      'accounts',
      'tokens',
    ]),
    group('Sessions and users', [
      'guides/protecting',
      'custom-session-fields',
      'sessions',
      'sign-out',
      'users',
      'guides/administration',
      'tenants',
    ]),
    group('Pages and browser', ['pages', 'react', 'svelte', 'solid']),
    group('Testing and production', ['guides/testing', 'deployment', 'operations']),
    group('Migration', folder('migrating')),
  ],
}
const lookUp = ['configuration', 'types', 'cli', 'adapters', 'stores', 'session-tokens', 'limits', 'features']
const reference: DefaultTheme.SidebarItem = {
  text: 'Reference',
  collapsed: false,
  items: [...lookUp.map(item), inFolder('Providers', 'providers'), inFolder('Rules', 'rules')],
}
const explanation = group(
  'Explanation',
  ['concepts', 'security', 'performance', 'comparison', 'contributing/asvs'],
  false,
)

const manual = [start, guides, reference, explanation]
const api: DefaultTheme.SidebarItem = {
  text: 'API',
  link: '/api/',
  collapsed: true,
  items: JSON.parse(readFileSync(path.join(pages, 'api/typedoc-sidebar.json'), 'utf8')),
}
const sidebar: DefaultTheme.SidebarItem[] = [
  start,
  guides,
  { ...reference, items: [...(reference.items ?? []), api] },
  { ...explanation, items: [...(explanation.items ?? []), inFolder('Decisions', 'decisions')] },
]

const linksOf = ({ link, items = [] }: DefaultTheme.SidebarItem): readonly string[] => [
  ...(link ? [link] : []),
  ...items.flatMap(linksOf),
]
const listed = new Set(manual.flatMap(linksOf))
for (const name of [...readdirSync(pages), ...folder('guides').map((page) => `${page}.md`)]) {
  const page = name.replace(/[.]md$/, '')
  if (page === name || page === 'index' || listed.has(`/${page}`)) continue
  throw new Error(`docs/${name} is of no kind: add it to one in site/.vitepress/config.mts.`)
}

/** The anchor of a heading, as on GitHub. Hyphens replace underscores, as in the links of TypeDoc. */
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
    // Themes with sufficient contrast on the light and the dark background.
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
      { text: 'Guides', link: '/guides/protecting' },
      {
        text: 'Reference',
        items: [
          { text: 'Configuration', link: '/configuration' },
          { text: 'Providers', link: '/providers/' },
          { text: 'Rules', link: '/rules/' },
          { text: 'API', link: '/api/' },
        ],
      },
      { text: 'Explanation', link: '/concepts' },
      { text: `v${version}`, link: '/decisions/' },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      // The types of names are shown on pages, but left out of the search index.
      options: { _render: (text, env, md) => md.render(text, { ...env, relativePath: '' }) },
    },
    externalLinkIcon: true,
  },
})

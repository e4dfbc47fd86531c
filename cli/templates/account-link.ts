import type { Change } from '../project/changes.js'
import type { Framework } from '../project/framework-defaults.js'
import { type Project, sourceFiles } from '../project/project.js'
import { classesOf } from './page-styles.js'

const accountPage =
  /(?:^|\/)(?:account\/(?:page|\+page)|(?:pages|routes)\/account|account-page)[.](?:[cm]?[jt]sx?|svelte|vue)$/

/**
 * Matches the line of the button. In the page for the Pages Router, the button is inside a condition, whose start and end are the groups 2
 * and 3.
 */
const buttonLine =
  /^([ \t]*)(\{user !== null && )?(?:<SignInButton\b.*\/>|<a\b[^<>]*\/signout"[^<>]*>Sign out<\/a>)(\})?[ \t]*$/m

/** Attributes of a link that loads a new document, because the router does not know the built-in page. */
const documentAttribute: Readonly<Partial<Record<Framework, string>>> = {
  sveltekit: 'data-sveltekit-reload ',
  'solid-start': 'rel="external" ',
}

const lintRule = '@next/next/no-html-link-for-pages'

export function lintComment(
  { depends }: Project,
  directive: 'eslint-disable' | 'eslint-disable-next-line',
): string {
  const reason = '<Link> does not load a page of a route handler'
  return depends('eslint-config-next') ? `/* ${directive} ${lintRule} -- ${reason} */` : ''
}

export function addAccountLink(text: string, project: Project): string | undefined {
  const { basePath, framework } = project
  const href = `${basePath}/account`
  const found = text.match(buttonLine)
  const title = text.match(/<h1\b([^<>]*)>/)
  if (!found || !title || text.includes(`"${href}"`)) return undefined
  const [line, indent = '', open = '', close = ''] = found
  const attributes = (title[1] ?? '')
    .replace(classesOf('title'), classesOf('detail'))
    .replace('title', 'detail')
  const tailwindClass = attributes.match(/(class(?:Name)?)="text-/)
  // The color that browsers give to links has too little contrast on a dark page.
  const plain = framework === 'next' ? '' : 'style="color: inherit" '
  const look = tailwindClass ? `${tailwindClass[1]}="underline" ` : plain
  const link = `<a ${documentAttribute[framework] ?? ''}${look}href="${href}">Manage your account</a>`
  const comment = text.includes(lintRule) ? '' : lintComment(project, 'eslint-disable-next-line')
  const inner = `${indent}  `
  // The comment must be directly above the link, so that it still applies after Prettier has wrapped the
  // line.
  const content = comment && `\n${inner}{${comment}}\n${inner}${link}\n${indent}`
  return text.replace(line, () => `${indent}${open}<p${attributes}>${content || link}</p>${close}\n${line}`)
}

export function linkAccountPage(project: Project): Change | undefined {
  for (const file of sourceFiles(project, /[.](?:[cm]?[jt]sx?|svelte|vue)$/)) {
    if (!accountPage.test(file)) continue
    const after = addAccountLink(project.read(file) ?? '', project)
    if (after !== undefined) return { file, after, mode: 'insert' }
  }
  return undefined
}

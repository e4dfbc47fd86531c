import type { Change } from '../project/changes.js'
import type { Framework } from '../project/frameworks.js'
import { type Project, sourceFiles } from '../project/project.js'
import { classesOf } from './look.js'

/** Matches the files of account pages that `init` writes. */
const accountPage =
  /(?:^|\/)(?:account\/(?:page|\+page)|(?:pages|routes)\/account|account-page)[.](?:[cm]?[jt]sx?|svelte|vue)$/

/**
 * Matches the last line of the card, which contains the button. In the page for the Pages Router, the line is
 * inside a condition. Groups: the indentation, and the start and the end of the condition.
 */
const buttonLine =
  /^([ \t]*)(\{user !== null && )?(?:<SignInButton\b.*\/>|<a\b[^<>]*\/signout"[^<>]*>Sign out<\/a>)(\})?[ \t]*$/m

/** The attribute of a link that loads a new document, because the router does not know the built-in page. */
const documentAttribute: Readonly<Partial<Record<Framework, string>>> = {
  sveltekit: 'data-sveltekit-reload ',
  'solid-start': 'rel="external" ',
}

/** The rule of `eslint-config-next` that refuses a link to a route handler. */
const lintRule = '@next/next/no-html-link-for-pages'

/** A comment that turns `lintRule` off. Empty if the project does not use `eslint-config-next`. */
export function lintComment(
  { depends }: Project,
  directive: 'eslint-disable' | 'eslint-disable-next-line',
): string {
  const reason = '<Link> does not load a page of a route handler'
  return depends('eslint-config-next') ? `/* ${directive} ${lintRule} -- ${reason} */` : ''
}

/**
 * Adds a link to the built-in account page to an account page that `init` wrote. The built-in page needs an
 * adapter. Returns `undefined` if the page already has the link, or if its heading or its button is not
 * found.
 */
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

/**
 * The change that adds the link to the account page of the project. `undefined` if the project has no account
 * page of `init`.
 */
export function linkAccountPage(project: Project): Change | undefined {
  for (const file of sourceFiles(project, /[.](?:[cm]?[jt]sx?|svelte|vue)$/)) {
    if (!accountPage.test(file)) continue
    const after = addAccountLink(project.read(file) ?? '', project)
    if (after !== undefined) return { file, after, mode: 'insert' }
  }
  return undefined
}

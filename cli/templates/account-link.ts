import type { Change } from '../project/changes.js'
import type { Framework } from '../project/frameworks.js'
import { type Project, sourceFiles } from '../project/project.js'
import { classesOf } from './look.js'

/** The account pages that `init` writes. */
const pages =
  /(?:^|\/)(?:account\/(?:page|\+page)|(?:pages|routes)\/account|account-page)[.](?:[cm]?[jt]sx?|svelte|vue)$/

/** The last line of the card: the button. The Pages Router shows it only to signed-in users. */
const button =
  /^([ \t]*)(\{user !== null && )?(?:<SignInButton\b.*\/>|<a\b[^<>]*\/signout"[^<>]*>Sign out<\/a>)(\})?[ \t]*$/m

/** The attribute that makes the router of a framework load a new document. Routers do not know the built-in page. */
const loadsDocument: Readonly<Partial<Record<Framework, string>>> = {
  sveltekit: 'data-sveltekit-reload ',
  'solid-start': 'rel="external" ',
}

/**
 * Adds a link to the built-in account page, which needs an adapter, to an account page that `init` wrote.
 * `undefined` for a page without its parts, or with the link.
 */
export function addAccountLink(text: string, { basePath, framework }: Project): string | undefined {
  const href = `${basePath}/account`
  const found = text.match(button)
  const title = text.match(/<h1\b([^<>]*)>/)
  if (!found || !title || text.includes(`"${href}"`)) return undefined
  const [line, indent = '', open = '', close = ''] = found
  const look = (title[1] ?? '').replace(classesOf('title'), classesOf('detail')).replace('title', 'detail')
  const underline = look.match(/(class(?:Name)?)="text-/)
  const styled = underline ? `${underline[1]}="underline" ` : ''
  const link = `<a ${loadsDocument[framework] ?? ''}${styled}href="${href}">Manage your account</a>`
  return text.replace(line, () => `${indent}${open}<p${look}>${link}</p>${close}\n${line}`)
}

/** The change that links the account page of the project to the built-in one. */
export function linkAccountPage(project: Project): Change | undefined {
  for (const file of sourceFiles(project, /[.](?:[cm]?[jt]sx?|svelte|vue)$/)) {
    if (!pages.test(file)) continue
    const after = addAccountLink(project.read(file) ?? '', project)
    if (after !== undefined) return { file, after, mode: 'insert' }
  }
  return undefined
}
